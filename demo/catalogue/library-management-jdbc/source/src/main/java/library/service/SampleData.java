package library.service;

import library.model.Book;
import library.model.Loan;
import library.model.Member;
import library.store.Store;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Books, members and three months of loans, dated relative to today. */
public final class SampleData {

    private static final String[][] BOOKS = {
        // ISBN, title, author, category, year, copies
        {"9780262046305", "Introduction to Algorithms", "Cormen, Leiserson, Rivest, Stein", "Computer Science", "2022", "4"},
        {"9780134685991", "Effective Java", "Joshua Bloch", "Programming", "2018", "3"},
        {"9780132350884", "Clean Code", "Robert C. Martin", "Programming", "2008", "3"},
        {"9780201633610", "Design Patterns", "Gamma, Helm, Johnson, Vlissides", "Programming", "1994", "2"},
        {"9780131103627", "The C Programming Language", "Kernighan, Ritchie", "Programming", "1988", "5"},
        {"9780078022159", "Database System Concepts", "Silberschatz, Korth, Sudarshan", "Computer Science", "2019", "4"},
        {"9780132126953", "Computer Networks", "Tanenbaum, Wetherall", "Computer Science", "2010", "3"},
        {"9780321486813", "Compilers", "Aho, Lam, Sethi, Ullman", "Computer Science", "2006", "2"},
        {"9780135957059", "The Pragmatic Programmer", "Thomas, Hunt", "Programming", "2019", "2"},
        {"9780134610993", "Artificial Intelligence", "Russell, Norvig", "Computer Science", "2020", "2"},
        {"9780262035613", "Deep Learning", "Goodfellow, Bengio, Courville", "Computer Science", "2016", "1"},
        {"9780470458365", "Advanced Engineering Mathematics", "Erwin Kreyszig", "Mathematics", "2011", "4"},
        {"9780201558029", "Concrete Mathematics", "Graham, Knuth, Patashnik", "Mathematics", "1994", "2"},
        {"9780812979657", "The God of Small Things", "Arundhati Roy", "Fiction", "1997", "2"},
        {"9780812976533", "Midnight's Children", "Salman Rushdie", "Fiction", "1981", "2"},
        {"9780143039655", "Malgudi Days", "R. K. Narayan", "Fiction", "1943", "2"},
        {"9781416562603", "The White Tiger", "Aravind Adiga", "Fiction", "2008", "2"},
        {"9788173711466", "Wings of Fire", "A. P. J. Abdul Kalam", "Biography", "1999", "3"},
        {"9780143031031", "The Discovery of India", "Jawaharlal Nehru", "History", "1946", "2"},
        {"9780060958589", "India After Gandhi", "Ramachandra Guha", "History", "2007", "2"},
        {"9780312426026", "The Argumentative Indian", "Amartya Sen", "History", "2005", "1"},
        {"9780062316097", "Sapiens", "Yuval Noah Harari", "History", "2015", "2"},
        {"9780553380163", "A Brief History of Time", "Stephen Hawking", "Science", "1998", "2"},
        {"9780465025275", "Six Easy Pieces", "Richard P. Feynman", "Science", "2011", "1"},
    };

    private static final String[][] MEMBERS = {
        {"Aarohi Patil", "STUDENT"}, {"Dr. Sanjay Bhave", "FACULTY"}, {"Devansh Mishra", "STUDENT"}, {"Fiza Shaikh", "STUDENT"},
        {"Gurpreet Singh", "STUDENT"}, {"Ketaki Joglekar", "STUDENT"}, {"Prof. Lata Krishnan", "FACULTY"}, {"Mohit Agarwal", "STUDENT"},
        {"Nisha Thomas", "STUDENT"}, {"Rohan Kamble", "STUDENT"}, {"Sharvari Naik", "STUDENT"}, {"Vivek Rathod", "STUDENT"},
    };

    private SampleData() { }

    public static void load(Store store, LocalDate today) {
        store.transaction(() -> {
            List<Book> books = new ArrayList<>();
            for (String[] b : BOOKS) {
                books.add(store.books().save(new Book(0, b[0], b[1], b[2], b[3], Integer.parseInt(b[4]), Integer.parseInt(b[5]))));
            }
            List<Member> members = new ArrayList<>();
            for (String[] m : MEMBERS) {
                String email = m[0].toLowerCase().replaceFirst("^(dr|prof)\\. ", "").replace(' ', '.') + "@college.example.in";
                members.add(store.members().save(new Member(0, m[0], email, "98" + (19200311L + members.size() * 4093071L),
                        Member.Kind.valueOf(m[1]), today.minusDays(120 + members.size() * 9L))));
            }
            loadLoans(store, books, members, today);
            return null;
        });
    }

    /** Walks from 90 days ago to yesterday: books come back, then a few are issued. Same result every time. */
    private static void loadLoans(Store store, List<Book> books, List<Member> members, LocalDate today) {
        Random random = new Random(7);
        List<Loan> open = new ArrayList<>();
        for (LocalDate day = today.minusDays(90); day.isBefore(today); day = day.plusDays(1)) {
            LocalDate now = day;
            open.removeIf(loan -> {
                long kept = now.toEpochDay() - loan.issuedOn().toEpochDay();
                boolean comesBack = kept > 4 && random.nextInt(13) == 0;
                if (comesBack) {
                    int perDay = members.stream().filter(m -> m.id() == loan.memberId()).findFirst().orElseThrow().kind().finePerDay;
                    long late = Math.max(0, now.toEpochDay() - loan.dueOn().toEpochDay());
                    store.loans().save(loan.returned(now, (int) Math.min(LibraryService.MAX_FINE, late * perDay)));
                }
                return comesBack;
            });
            for (int i = random.nextInt(3); i > 0; i--) {
                Member member = members.get(random.nextInt(members.size()));
                Book book = books.get((int) (books.size() * random.nextDouble() * random.nextDouble()));
                long held = open.stream().filter(l -> l.memberId() == member.id()).count();
                long out = open.stream().filter(l -> l.bookId() == book.id()).count();
                boolean blocked = open.stream().anyMatch(l -> l.memberId() == member.id() && (l.bookId() == book.id() || l.isOverdue(now)));
                if (held < member.kind().maxBooks && out < book.copies() && !blocked) {
                    open.add(store.loans().save(Loan.start(book.id(), member.id(), now, member.kind().loanDays)));
                }
            }
        }
    }
}
