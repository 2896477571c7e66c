package library.service;

import library.model.Book;
import library.model.Loan;
import library.model.Member;
import library.store.Store;

import java.time.Clock;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The rules of the library. It knows nothing about HTTP or SQL. */
public final class LibraryService {

    public static final int MAX_RENEWALS = 2;
    public static final int MAX_FINE = 200;

    /** A loan together with its book and member, for showing. */
    public record LoanView(Loan loan, Book book, Member member) { }

    public record Stats(int titles, int copies, int members, int onLoan, int overdue, int finesCollected) { }

    private final Store store;
    private final Clock clock;

    public LibraryService(Store store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    public LocalDate today() {
        return LocalDate.now(clock);
    }

    // ---- Catalogue and members ----------------------------------------------------------------

    public Book addBook(String isbn, String title, String author, String category, int published, int copies) {
        String clean = isbn.replaceAll("[\\s-]", "");
        require(isValidIsbn13(clean), "The ISBN is not valid. Enter the 13 digits printed above the bar code.");
        require(!title.isBlank() && !author.isBlank() && !category.isBlank(), "Title, author and category are needed.");
        require(published >= 1450 && published <= today().getYear(), "Check the year of publication.");
        require(copies >= 1 && copies <= 500, "The number of copies must be between 1 and 500.");
        return store.transaction(() -> {
            require(!store.books().isbnExists(clean), "A book with this ISBN is already in the catalogue.");
            return store.books().save(new Book(0, clean, title.strip(), author.strip(), category.strip(), published, copies));
        });
    }

    public Member addMember(String name, String email, String phone, Member.Kind kind) {
        require(!name.isBlank(), "The name is needed.");
        require(email.matches("[^@\\s]+@[^@\\s]+\\.[^@\\s]+"), "Enter a valid e-mail address.");
        require(phone.matches("[6-9]\\d{9}"), "Enter a 10-digit mobile number.");
        return store.transaction(() -> {
            require(!store.members().emailExists(email), "A member with this e-mail is already registered.");
            return store.members().save(new Member(0, name.strip(), email.strip(), phone, kind, today()));
        });
    }

    public List<Book> searchBooks(String text, String category) {
        return store.books().search(text.strip(), category);
    }

    public List<String> categories() {
        return store.books().search("", "").stream().map(Book::category).distinct().sorted().toList();
    }

    public Book book(long id) {
        return store.books().find(id).orElseThrow(() -> new RuleException("There is no such book."));
    }

    public List<Member> members() {
        return store.members().all();
    }

    public Member member(long id) {
        return store.members().find(id).orElseThrow(() -> new RuleException("There is no such member."));
    }

    /** Copies on the shelf for every book, found with one pass over the loans. */
    public Map<Long, Integer> availability() {
        Map<Long, Long> out = store.loans().all().stream().filter(Loan::isOpen)
                .collect(Collectors.groupingBy(Loan::bookId, Collectors.counting()));
        return store.books().search("", "").stream()
                .collect(Collectors.toMap(Book::id, b -> b.copies() - out.getOrDefault(b.id(), 0L).intValue()));
    }

    // ---- Circulation --------------------------------------------------------------------------

    public Loan issue(long bookId, long memberId) {
        return store.transaction(() -> {
            // Locking both records makes the checks below safe when two desks work at once.
            Book book = store.books().lock(bookId).orElseThrow(() -> new RuleException("There is no such book."));
            Member member = store.members().lock(memberId).orElseThrow(() -> new RuleException("There is no such member."));
            List<Loan> held = store.loans().ofMember(memberId).stream().filter(Loan::isOpen).toList();
            long out = store.loans().ofBook(bookId).stream().filter(Loan::isOpen).count();

            require(out < book.copies(), "All copies of this book are on loan.");
            require(held.stream().noneMatch(l -> l.bookId() == bookId), member.name() + " already has this book.");
            require(held.stream().noneMatch(l -> l.isOverdue(today())), member.name() + " has an overdue book to return first.");
            require(held.size() < member.kind().maxBooks,
                    member.name() + " already has " + held.size() + " books, the limit for " + member.kind().label.toLowerCase() + " members.");
            return store.loans().save(Loan.start(bookId, memberId, today(), member.kind().loanDays));
        });
    }

    public Loan giveBack(long loanId) {
        return store.transaction(() -> {
            Loan loan = openLoan(loanId);
            return store.loans().save(loan.returned(today(), fineFor(loan)));
        });
    }

    public Loan renew(long loanId) {
        return store.transaction(() -> {
            Loan loan = openLoan(loanId);
            require(!loan.isOverdue(today()), "An overdue book cannot be renewed. Return it and pay the fine.");
            require(loan.renewals() < MAX_RENEWALS, "This loan has been renewed " + MAX_RENEWALS + " times already.");
            LocalDate due = today().plusDays(member(loan.memberId()).kind().loanDays);
            require(due.isAfter(loan.dueOn()), "The book is already due on that date.");
            return store.loans().save(loan.renewedUntil(due));
        });
    }

    /** Rupees per day late, up to a maximum. For an open loan: the fine if it came back today. */
    public int fineFor(Loan loan) {
        if (!loan.isOpen()) {
            return loan.fine();
        }
        long late = Math.max(0, ChronoUnit.DAYS.between(loan.dueOn(), today()));
        return (int) Math.min(MAX_FINE, late * member(loan.memberId()).kind().finePerDay);
    }

    // ---- Reports ------------------------------------------------------------------------------

    /** Open loans, the most urgent first. */
    public List<LoanView> openLoans() {
        return views(store.loans().all().stream().filter(Loan::isOpen).sorted(Comparator.comparing(Loan::dueOn)).toList());
    }

    public List<LoanView> historyOfBook(long bookId) {
        return views(newestFirst(store.loans().ofBook(bookId)));
    }

    public List<LoanView> historyOfMember(long memberId) {
        return views(newestFirst(store.loans().ofMember(memberId)));
    }

    public List<Map.Entry<Book, Long>> mostBorrowed(int limit) {
        Map<Long, Book> books = byId(store.books().search("", ""), Book::id);
        return store.loans().all().stream()
                .collect(Collectors.groupingBy(l -> books.get(l.bookId()), Collectors.counting()))
                .entrySet().stream()
                .sorted(Map.Entry.<Book, Long>comparingByValue().reversed().thenComparing(e -> e.getKey().title()))
                .limit(limit).toList();
    }

    public Stats stats() {
        List<Book> books = store.books().search("", "");
        List<Loan> loans = store.loans().all();
        return new Stats(books.size(), books.stream().mapToInt(Book::copies).sum(), store.members().all().size(),
                (int) loans.stream().filter(Loan::isOpen).count(),
                (int) loans.stream().filter(l -> l.isOverdue(today())).count(),
                loans.stream().mapToInt(Loan::fine).sum());
    }

    // ---- Helpers ------------------------------------------------------------------------------

    static boolean isValidIsbn13(String isbn) {
        if (!isbn.matches("97[89]\\d{10}")) {
            return false;
        }
        int sum = 0;
        for (int i = 0; i < 13; i++) {
            sum += (isbn.charAt(i) - '0') * (i % 2 == 0 ? 1 : 3);
        }
        return sum % 10 == 0;
    }

    private Loan openLoan(long id) {
        Loan loan = store.loans().lock(id).orElseThrow(() -> new RuleException("There is no such loan."));
        require(loan.isOpen(), "This book has already been returned.");
        return loan;
    }

    private List<LoanView> views(List<Loan> loans) {
        Map<Long, Book> books = byId(store.books().search("", ""), Book::id);
        Map<Long, Member> members = byId(store.members().all(), Member::id);
        return loans.stream().map(l -> new LoanView(l, books.get(l.bookId()), members.get(l.memberId()))).toList();
    }

    private static List<Loan> newestFirst(List<Loan> loans) {
        return loans.stream().sorted(Comparator.comparing(Loan::issuedOn).thenComparing(Loan::id).reversed()).toList();
    }

    private static <T> Map<Long, T> byId(List<T> list, Function<T, Long> id) {
        return list.stream().collect(Collectors.toMap(id, Function.identity()));
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new RuleException(message);
        }
    }
}
