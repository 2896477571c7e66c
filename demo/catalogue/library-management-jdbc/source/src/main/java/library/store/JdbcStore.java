package library.store;

import library.model.Book;
import library.model.Loan;
import library.model.Member;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/** The store on a relational database, over plain JDBC. */
public final class JdbcStore implements Store {

    private final Jdbc jdbc;

    public JdbcStore(String url, String user, String password) {
        jdbc = new Jdbc(url, user, password);
        jdbc.runScript("/schema.sql");
    }

    @Override
    public <T> T transaction(Supplier<T> work) {
        return jdbc.transaction(work);
    }

    private static Book book(ResultSet r) throws SQLException {
        return new Book(r.getLong("id"), r.getString("isbn"), r.getString("title"), r.getString("author"),
                r.getString("category"), r.getInt("published"), r.getInt("copies"));
    }

    private static Member member(ResultSet r) throws SQLException {
        return new Member(r.getLong("id"), r.getString("name"), r.getString("email"), r.getString("phone"),
                Member.Kind.valueOf(r.getString("kind")), r.getObject("joined_on", LocalDate.class));
    }

    private static Loan loan(ResultSet r) throws SQLException {
        return new Loan(r.getLong("id"), r.getLong("book_id"), r.getLong("member_id"),
                r.getObject("issued_on", LocalDate.class), r.getObject("due_on", LocalDate.class),
                r.getObject("returned_on", LocalDate.class), r.getInt("fine"), r.getInt("renewals"));
    }

    @Override
    public Books books() {
        return new Books() {
            @Override
            public Book save(Book b) {
                if (b.id() == 0) {
                    return b.withId(jdbc.insert(
                            "INSERT INTO books (isbn, title, author, category, published, copies) VALUES (?, ?, ?, ?, ?, ?)",
                            b.isbn(), b.title(), b.author(), b.category(), b.published(), b.copies()));
                }
                jdbc.update("UPDATE books SET isbn = ?, title = ?, author = ?, category = ?, published = ?, copies = ? WHERE id = ?",
                        b.isbn(), b.title(), b.author(), b.category(), b.published(), b.copies(), b.id());
                return b;
            }

            @Override
            public Optional<Book> find(long id) {
                return jdbc.queryOne("SELECT * FROM books WHERE id = ?", JdbcStore::book, id);
            }

            @Override
            public Optional<Book> lock(long id) {
                return jdbc.queryOne("SELECT * FROM books WHERE id = ? FOR UPDATE", JdbcStore::book, id);
            }

            @Override
            public List<Book> search(String text, String category) {
                String like = "%" + text.toLowerCase(Locale.ROOT).replaceAll("[%_\\\\]", "") + "%";
                return jdbc.query("""
                        SELECT * FROM books
                        WHERE (LOWER(title) LIKE ? OR LOWER(author) LIKE ? OR isbn LIKE ?) AND (? = '' OR category = ?)
                        ORDER BY title""", JdbcStore::book, like, like, like, category, category);
            }

            @Override
            public boolean isbnExists(String isbn) {
                return jdbc.queryOne("SELECT * FROM books WHERE isbn = ?", JdbcStore::book, isbn).isPresent();
            }
        };
    }

    @Override
    public Members members() {
        return new Members() {
            @Override
            public Member save(Member m) {
                if (m.id() == 0) {
                    return m.withId(jdbc.insert("INSERT INTO members (name, email, phone, kind, joined_on) VALUES (?, ?, ?, ?, ?)",
                            m.name(), m.email(), m.phone(), m.kind().name(), m.joinedOn()));
                }
                jdbc.update("UPDATE members SET name = ?, email = ?, phone = ?, kind = ?, joined_on = ? WHERE id = ?",
                        m.name(), m.email(), m.phone(), m.kind().name(), m.joinedOn(), m.id());
                return m;
            }

            @Override
            public Optional<Member> find(long id) {
                return jdbc.queryOne("SELECT * FROM members WHERE id = ?", JdbcStore::member, id);
            }

            @Override
            public Optional<Member> lock(long id) {
                return jdbc.queryOne("SELECT * FROM members WHERE id = ? FOR UPDATE", JdbcStore::member, id);
            }

            @Override
            public List<Member> all() {
                return jdbc.query("SELECT * FROM members ORDER BY name", JdbcStore::member);
            }

            @Override
            public boolean emailExists(String email) {
                return jdbc.queryOne("SELECT * FROM members WHERE LOWER(email) = LOWER(?)", JdbcStore::member, email).isPresent();
            }
        };
    }

    @Override
    public Loans loans() {
        return new Loans() {
            @Override
            public Loan save(Loan l) {
                if (l.id() == 0) {
                    return l.withId(jdbc.insert("""
                            INSERT INTO loans (book_id, member_id, issued_on, due_on, returned_on, fine, renewals)
                            VALUES (?, ?, ?, ?, ?, ?, ?)""",
                            l.bookId(), l.memberId(), l.issuedOn(), l.dueOn(), l.returnedOn(), l.fine(), l.renewals()));
                }
                jdbc.update("UPDATE loans SET due_on = ?, returned_on = ?, fine = ?, renewals = ? WHERE id = ?",
                        l.dueOn(), l.returnedOn(), l.fine(), l.renewals(), l.id());
                return l;
            }

            @Override
            public Optional<Loan> find(long id) {
                return jdbc.queryOne("SELECT * FROM loans WHERE id = ?", JdbcStore::loan, id);
            }

            @Override
            public Optional<Loan> lock(long id) {
                return jdbc.queryOne("SELECT * FROM loans WHERE id = ? FOR UPDATE", JdbcStore::loan, id);
            }

            @Override
            public List<Loan> all() {
                return jdbc.query("SELECT * FROM loans ORDER BY id", JdbcStore::loan);
            }

            @Override
            public List<Loan> ofBook(long bookId) {
                return jdbc.query("SELECT * FROM loans WHERE book_id = ? ORDER BY id", JdbcStore::loan, bookId);
            }

            @Override
            public List<Loan> ofMember(long memberId) {
                return jdbc.query("SELECT * FROM loans WHERE member_id = ? ORDER BY id", JdbcStore::loan, memberId);
            }
        };
    }
}
