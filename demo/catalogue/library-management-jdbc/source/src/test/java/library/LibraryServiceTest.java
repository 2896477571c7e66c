package library;

import library.model.Book;
import library.model.Loan;
import library.model.Member;
import library.service.LibraryService;
import library.service.RuleException;
import library.service.SampleData;
import library.store.JdbcStore;
import library.store.MemoryStore;
import library.store.Store;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** Every rule is checked twice: on the in-memory store and, over JDBC, on an H2 database. */
class LibraryServiceTest {

    /** A clock that the test moves forward. */
    private static final class TestClock extends Clock {
        private LocalDate day = LocalDate.of(2026, 1, 1);

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return day.atTime(10, 0).toInstant(ZoneOffset.UTC);
        }
    }

    /** A fresh library with one single-copy book, one two-copy book, two students and a teacher. */
    private static final class World {
        final TestClock clock = new TestClock();
        final Store store;
        final LibraryService library;
        final Book single;
        final Book pair;
        final Member asha;
        final Member ravi;
        final Member teacher;

        World(Store store) {
            this.store = store;
            library = new LibraryService(store, clock);
            single = library.addBook("978-0-262-03561-3", "Deep Learning", "Goodfellow", "Computer Science", 2016, 1);
            pair = library.addBook("9780132350884", "Clean Code", "Martin", "Programming", 2008, 2);
            asha = library.addMember("Asha", "asha@example.in", "9812345678", Member.Kind.STUDENT);
            ravi = library.addMember("Ravi", "ravi@example.in", "9812345679", Member.Kind.STUDENT);
            teacher = library.addMember("Meena", "meena@example.in", "9812345670", Member.Kind.FACULTY);
        }

        void pass(int days) {
            clock.day = clock.day.plusDays(days);
        }

        void refused(String words, Runnable action) {
            String message = assertThrows(RuleException.class, action::run).getMessage();
            assertTrue(message.contains(words), message);
        }
    }

    private static final Map<String, Consumer<World>> RULES = new LinkedHashMap<>();

    static {
        RULES.put("students get 14 days, faculty 30", w -> {
            assertEquals(w.clock.day.plusDays(14), w.library.issue(w.pair.id(), w.asha.id()).dueOn());
            assertEquals(w.clock.day.plusDays(30), w.library.issue(w.pair.id(), w.teacher.id()).dueOn());
        });
        RULES.put("the last copy is issued once", w -> {
            w.library.issue(w.single.id(), w.asha.id());
            w.refused("All copies", () -> w.library.issue(w.single.id(), w.ravi.id()));
            assertEquals(0, w.library.availability().get(w.single.id()));
        });
        RULES.put("two desks cannot issue the last copy at the same moment", w -> {
            List<Callable<Boolean>> desks = Stream.of(w.asha, w.ravi, w.teacher).<Callable<Boolean>>map(m -> () -> {
                try {
                    w.library.issue(w.single.id(), m.id());
                    return true;
                } catch (RuleException e) {
                    return false;
                }
            }).toList();
            var pool = Executors.newFixedThreadPool(3);
            try {
                long issued = 0;
                for (var result : pool.invokeAll(desks)) {
                    issued += result.get() ? 1 : 0;
                }
                assertEquals(1, issued);
            } catch (Exception e) {
                throw new AssertionError(e);
            } finally {
                pool.shutdown();
            }
        });
        RULES.put("one member, one copy of a book", w -> {
            w.library.issue(w.pair.id(), w.asha.id());
            w.refused("already has this book", () -> w.library.issue(w.pair.id(), w.asha.id()));
        });
        RULES.put("the limit on books is kept", w -> {
            String[] isbns = {"9780262046305", "9780134685991", "9780201633610", "9780131103627"};
            long[] ids = Stream.of(isbns).mapToLong(i -> w.library.addBook(i, "T", "A", "C", 2000, 1).id()).toArray();
            for (int i = 0; i < 3; i++) {
                w.library.issue(ids[i], w.asha.id());
            }
            w.refused("limit for student", () -> w.library.issue(ids[3], w.asha.id()));
        });
        RULES.put("a fine for each late day, none on the due date", w -> {
            Loan loan = w.library.issue(w.pair.id(), w.asha.id());
            w.pass(14);
            assertEquals(0, w.library.fineFor(loan));
            w.pass(5);
            assertEquals(10, w.library.giveBack(loan.id()).fine());
        });
        RULES.put("the fine has a maximum", w -> {
            Loan loan = w.library.issue(w.pair.id(), w.asha.id());
            w.pass(400);
            assertEquals(LibraryService.MAX_FINE, w.library.giveBack(loan.id()).fine());
        });
        RULES.put("an overdue book blocks the next loan until it is back", w -> {
            Loan loan = w.library.issue(w.pair.id(), w.asha.id());
            w.pass(15);
            w.refused("overdue", () -> w.library.issue(w.single.id(), w.asha.id()));
            w.library.giveBack(loan.id());
            assertTrue(w.library.issue(w.single.id(), w.asha.id()).isOpen());
        });
        RULES.put("a book is returned only once", w -> {
            Loan loan = w.library.issue(w.single.id(), w.asha.id());
            w.library.giveBack(loan.id());
            w.refused("already been returned", () -> w.library.giveBack(loan.id()));
            assertEquals(1, w.library.availability().get(w.single.id()));
        });
        RULES.put("two renewals, never when overdue", w -> {
            Loan loan = w.library.issue(w.pair.id(), w.asha.id());
            w.refused("already due on that date", () -> w.library.renew(loan.id()));
            w.pass(10);
            assertEquals(w.clock.day.plusDays(14), w.library.renew(loan.id()).dueOn());
            w.pass(10);
            w.library.renew(loan.id());
            w.pass(10);
            w.refused("renewed 2 times", () -> w.library.renew(loan.id()));
            w.pass(10);
            w.refused("overdue", () -> w.library.renew(loan.id()));
        });
        RULES.put("ISBN check digit and duplicates", w -> {
            w.refused("not valid", () -> w.library.addBook("9780132350885", "T", "A", "C", 2000, 1));
            w.refused("already in the catalogue", () -> w.library.addBook("9780132350884", "T", "A", "C", 2000, 1));
        });
        RULES.put("member details are checked", w -> {
            w.refused("e-mail", () -> w.library.addMember("X", "nobody", "9812345678", Member.Kind.STUDENT));
            w.refused("mobile", () -> w.library.addMember("X", "x@example.in", "12345", Member.Kind.STUDENT));
            w.refused("already registered", () -> w.library.addMember("X", "ASHA@example.in", "9812345678", Member.Kind.STUDENT));
        });
        RULES.put("search by title, author and ISBN, with wildcards as plain text", w -> {
            assertEquals(List.of(w.pair), w.library.searchBooks("clean", ""));
            assertEquals(List.of(w.single), w.library.searchBooks("GOODFELLOW", ""));
            assertEquals(List.of(w.pair), w.library.searchBooks("0132350884", "Programming"));
            assertTrue(w.library.searchBooks("clean' OR '1'='1", "").isEmpty());
        });
        RULES.put("a failed transaction leaves nothing behind", w -> {
            assertThrows(IllegalStateException.class, () -> w.store.transaction(() -> {
                w.store.books().save(new Book(0, "9780201633610", "T", "A", "C", 2000, 1));
                throw new IllegalStateException("stop");
            }));
            assertFalse(w.store.books().isbnExists("9780201633610"));
        });
    }

    @TestFactory
    Stream<DynamicTest> inMemory() {
        return RULES.entrySet().stream().map(rule -> DynamicTest.dynamicTest(rule.getKey(), () -> rule.getValue().accept(new World(new MemoryStore()))));
    }

    @TestFactory
    Stream<DynamicTest> overJdbc() {
        return RULES.entrySet().stream().map(rule -> DynamicTest.dynamicTest(rule.getKey(), () -> {
            String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
            rule.getValue().accept(new World(new JdbcStore(url, "sa", "")));
        }));
    }

    @TestFactory
    Stream<DynamicTest> sampleData() {
        return Stream.of(DynamicTest.dynamicTest("sample data keeps the rules", () -> {
            Store store = new MemoryStore();
            SampleData.load(store, LocalDate.of(2026, 1, 1));
            LibraryService library = new LibraryService(store, new TestClock());
            assertTrue(library.availability().values().stream().allMatch(free -> free >= 0));
            for (Book book : library.searchBooks("", "")) {
                Store empty = new MemoryStore();
                new LibraryService(empty, new TestClock()).addBook(book.isbn(), book.title(), book.author(), book.category(), book.published(), book.copies());
            }
        }));
    }
}
