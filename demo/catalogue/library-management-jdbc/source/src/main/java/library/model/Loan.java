package library.model;

import java.time.LocalDate;

/** One copy of a book with one member. {@code returnedOn} is null while the book is out. */
public record Loan(long id, long bookId, long memberId, LocalDate issuedOn, LocalDate dueOn,
                   LocalDate returnedOn, int fine, int renewals) {

    public static Loan start(long bookId, long memberId, LocalDate issuedOn, int days) {
        return new Loan(0, bookId, memberId, issuedOn, issuedOn.plusDays(days), null, 0, 0);
    }

    public boolean isOpen() {
        return returnedOn == null;
    }

    public boolean isOverdue(LocalDate today) {
        return isOpen() && today.isAfter(dueOn);
    }

    public Loan withId(long newId) {
        return new Loan(newId, bookId, memberId, issuedOn, dueOn, returnedOn, fine, renewals);
    }

    public Loan returned(LocalDate on, int fineRupees) {
        return new Loan(id, bookId, memberId, issuedOn, dueOn, on, fineRupees, renewals);
    }

    public Loan renewedUntil(LocalDate newDue) {
        return new Loan(id, bookId, memberId, issuedOn, newDue, returnedOn, fine, renewals + 1);
    }
}
