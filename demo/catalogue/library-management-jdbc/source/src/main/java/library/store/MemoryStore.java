package library.store;

import library.model.Book;
import library.model.Loan;
import library.model.Member;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Keeps everything in maps. Used when no JDBC driver is on the class path, and by fast tests. */
public final class MemoryStore implements Store {

    private final TreeMap<Long, Book> books = new TreeMap<>();
    private final TreeMap<Long, Member> members = new TreeMap<>();
    private final TreeMap<Long, Loan> loans = new TreeMap<>();

    /** One thread at a time; if the work fails, the maps are put back as they were. */
    @Override
    public synchronized <T> T transaction(Supplier<T> work) {
        var oldBooks = new TreeMap<>(books);
        var oldMembers = new TreeMap<>(members);
        var oldLoans = new TreeMap<>(loans);
        try {
            return work.get();
        } catch (RuntimeException e) {
            restore(books, oldBooks);
            restore(members, oldMembers);
            restore(loans, oldLoans);
            throw e;
        }
    }

    private static <V> void restore(Map<Long, V> map, Map<Long, V> old) {
        map.clear();
        map.putAll(old);
    }

    private static long nextId(TreeMap<Long, ?> map) {
        return map.isEmpty() ? 1 : map.lastKey() + 1;
    }

    private synchronized <V> Optional<V> find(Map<Long, V> map, long id) {
        return Optional.ofNullable(map.get(id));
    }

    private synchronized <V> List<V> select(Map<Long, V> map, Predicate<V> filter) {
        return map.values().stream().filter(filter).toList();
    }

    @Override
    public Books books() {
        return new Books() {
            @Override
            public Book save(Book book) {
                synchronized (MemoryStore.this) {
                    Book saved = book.id() == 0 ? book.withId(nextId(books)) : book;
                    books.put(saved.id(), saved);
                    return saved;
                }
            }

            @Override
            public Optional<Book> find(long id) {
                return MemoryStore.this.find(books, id);
            }

            @Override
            public Optional<Book> lock(long id) {
                return find(id); // the transaction already holds the only lock
            }

            @Override
            public List<Book> search(String text, String category) {
                String wanted = text.toLowerCase(Locale.ROOT);
                return select(books, b -> (category.isEmpty() || b.category().equals(category))
                        && (b.title() + '\n' + b.author() + '\n' + b.isbn()).toLowerCase(Locale.ROOT).contains(wanted))
                        .stream().sorted(Comparator.comparing(Book::title)).toList();
            }

            @Override
            public boolean isbnExists(String isbn) {
                return !select(books, b -> b.isbn().equals(isbn)).isEmpty();
            }
        };
    }

    @Override
    public Members members() {
        return new Members() {
            @Override
            public Member save(Member member) {
                synchronized (MemoryStore.this) {
                    Member saved = member.id() == 0 ? member.withId(nextId(members)) : member;
                    members.put(saved.id(), saved);
                    return saved;
                }
            }

            @Override
            public Optional<Member> find(long id) {
                return MemoryStore.this.find(members, id);
            }

            @Override
            public Optional<Member> lock(long id) {
                return find(id);
            }

            @Override
            public List<Member> all() {
                return select(members, m -> true).stream().sorted(Comparator.comparing(Member::name)).toList();
            }

            @Override
            public boolean emailExists(String email) {
                return !select(members, m -> m.email().equalsIgnoreCase(email)).isEmpty();
            }
        };
    }

    @Override
    public Loans loans() {
        return new Loans() {
            @Override
            public Loan save(Loan loan) {
                synchronized (MemoryStore.this) {
                    Loan saved = loan.id() == 0 ? loan.withId(nextId(loans)) : loan;
                    loans.put(saved.id(), saved);
                    return saved;
                }
            }

            @Override
            public Optional<Loan> find(long id) {
                return MemoryStore.this.find(loans, id);
            }

            @Override
            public Optional<Loan> lock(long id) {
                return find(id);
            }

            @Override
            public List<Loan> all() {
                return select(loans, l -> true);
            }

            @Override
            public List<Loan> ofBook(long bookId) {
                return select(loans, l -> l.bookId() == bookId);
            }

            @Override
            public List<Loan> ofMember(long memberId) {
                return select(loans, l -> l.memberId() == memberId);
            }
        };
    }
}
