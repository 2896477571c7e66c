package library.store;

import library.model.Book;
import library.model.Loan;
import library.model.Member;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Where the data lives. The service layer knows only these interfaces, so the JDBC store and the
 * in-memory store can replace each other.
 */
public interface Store {

    Books books();

    Members members();

    Loans loans();

    /** Runs the work as one unit: everything happens, or nothing does. */
    <T> T transaction(Supplier<T> work);

    interface Books {
        /** Inserts when the id is 0, otherwise updates; returns the saved record. */
        Book save(Book book);

        Optional<Book> find(long id);

        /** Finds and locks the record until the transaction ends, so that its last copy cannot be issued twice. */
        Optional<Book> lock(long id);

        /** Matches title, author or ISBN; an empty text or category matches everything. */
        List<Book> search(String text, String category);

        boolean isbnExists(String isbn);
    }

    interface Members {
        Member save(Member member);

        Optional<Member> find(long id);

        Optional<Member> lock(long id);

        List<Member> all();

        boolean emailExists(String email);
    }

    interface Loans {
        Loan save(Loan loan);

        Optional<Loan> find(long id);

        /** Finds and locks the record, so that a loan cannot be returned twice. */
        Optional<Loan> lock(long id);

        List<Loan> all();

        List<Loan> ofBook(long bookId);

        List<Loan> ofMember(long memberId);
    }
}
