package library.model;

import java.time.LocalDate;

/** Someone who may borrow. {@code id} is 0 until it has been saved. */
public record Member(long id, String name, String email, String phone, Kind kind, LocalDate joinedOn) {

    /** What each kind of member may do: number of books, days per loan, fine in rupees per day. */
    public enum Kind {
        STUDENT("Student", 3, 14, 2),
        FACULTY("Faculty", 6, 30, 1);

        public final String label;
        public final int maxBooks;
        public final int loanDays;
        public final int finePerDay;

        Kind(String label, int maxBooks, int loanDays, int finePerDay) {
            this.label = label;
            this.maxBooks = maxBooks;
            this.loanDays = loanDays;
            this.finePerDay = finePerDay;
        }
    }

    public Member withId(long newId) {
        return new Member(newId, name, email, phone, kind, joinedOn);
    }
}
