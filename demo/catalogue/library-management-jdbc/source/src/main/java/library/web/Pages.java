package library.web;

import library.model.Book;
import library.model.Loan;
import library.model.Member;
import library.service.LibraryService;
import library.service.LibraryService.LoanView;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

import static library.web.Html.cover;
import static library.web.Html.date;
import static library.web.Html.esc;

/** The pages. Each method reads from the service and returns HTML. */
final class Pages {

    private final LibraryService library;

    Pages(LibraryService library) {
        this.library = library;
    }

    // ---- Desk ---------------------------------------------------------------------------------

    String desk() {
        var stats = library.stats();
        List<LoanView> open = library.openLoans();
        var popular = library.mostBorrowed(6);
        long most = popular.isEmpty() ? 1 : popular.get(0).getValue();
        Map<Long, Integer> free = library.availability();

        String bars = each(popular, e -> "<li><a href='/books/%d'>%s</a><span><i class='c%d' style='width:%d%%'></i></span><b>%d</b></li>"
                .formatted(e.getKey().id(), esc(e.getKey().title()), Html.colour(e.getKey().category()), e.getValue() * 100 / most, e.getValue()));
        String members = each(library.members(), m -> "<option value='%d'>%s</option>".formatted(m.id(), esc(m.name())));
        String books = each(library.searchBooks("", "").stream().filter(b -> free.get(b.id()) > 0).toList(),
                b -> "<option value='%d'>%s (%d left)</option>".formatted(b.id(), esc(b.title()), free.get(b.id())));

        return Html.page("Desk", "Desk", """
                <section class="shelf">%s</section>
                <section class="stats">%s</section>
                <div class="columns">
                  <section class="card">
                    <h2>Out on loan</h2>
                    <div class="scroll"><table><thead><tr><th>Book</th><th>Member</th><th>Due</th><th></th></tr></thead><tbody>%s</tbody></table></div>
                  </section>
                  <div class="stack">
                    <form class="card issue" method="post" action="/loans">
                      <h2>Issue a book</h2>
                      <label>Member <select name="member" required><option value="">Choose</option>%s</select></label>
                      <label>Book <select name="book" required><option value="">Choose</option>%s</select></label>
                      <button class="btn">Issue</button>
                    </form>
                    <section class="card"><h2>Most borrowed</h2><ol class="bars">%s</ol></section>
                  </div>
                </div>
                """.formatted(shelf(), each(List.of(
                        new Object[] {stats.titles(), "titles, " + stats.copies() + " copies"}, new Object[] {stats.members(), "members"},
                        new Object[] {stats.onLoan(), "on loan now"}, new Object[] {stats.overdue(), "overdue"},
                        new Object[] {"₹" + stats.finesCollected(), "fines collected"}),
                        s -> "<div><b>%s</b><span>%s</span></div>".formatted(s[0], s[1])),
                each(open, this::deskRow), members, books, bars));
    }

    private String deskRow(LoanView v) {
        return "<tr><td><a class='with-cover' href='/books/%d'>%s<span>%s</span></a></td><td><a href='/members/%d'>%s</a></td><td>%s</td><td>%s</td></tr>"
                .formatted(v.book().id(), cover(v.book(), "tiny"), esc(v.book().title()), v.member().id(), esc(v.member().name()), due(v.loan()), buttons(v.loan()));
    }

    /** The whole catalogue as spines on a shelf. */
    private String shelf() {
        return each(library.searchBooks("", ""), b -> "<a class='spine c%d' href='/books/%d' style='height:%d%%;flex:%d' title='%s'><span>%s</span></a>"
                .formatted(Html.colour(b.category()), b.id(), 76 + Math.floorMod(b.title().hashCode(), 7) * 4, 30 + Math.floorMod(b.isbn().hashCode(), 4) * 5,
                        esc(b.title()), esc(b.title())));
    }

    // ---- Catalogue ----------------------------------------------------------------------------

    String books(String text, String category) {
        List<Book> found = library.searchBooks(text, category);
        Map<Long, Integer> free = library.availability();
        String query = URLEncoder.encode(text, StandardCharsets.UTF_8);
        String filters = "<a href='/books?q=%s'%s>All</a>".formatted(query, category.isEmpty() ? " class='on'" : "")
                + each(library.categories(), c -> "<a href='/books?q=%s&amp;category=%s'%s><i class='c%d'></i>%s</a>".formatted(query,
                        URLEncoder.encode(c, StandardCharsets.UTF_8), c.equals(category) ? " class='on'" : "", Html.colour(c), esc(c)));
        String cards = each(found, b -> "<a class='book' href='/books/%d'>%s<b>%s</b><small>%s</small>%s</a>"
                .formatted(b.id(), cover(b, ""), esc(b.title()), esc(b.author()), copies(b, free.get(b.id()))));

        return Html.page("Catalogue", "Catalogue", """
                <div class="heading"><div><h1>Catalogue</h1><p>%d titles%s</p></div>
                <details class="add"><summary class="btn">Add a book</summary>
                  <form class="card" method="post" action="/books">
                    <label>ISBN-13 <input name="isbn" required placeholder="978..."></label>
                    <label>Title <input name="title" required maxlength="160"></label>
                    <label>Author <input name="author" required maxlength="120"></label>
                    <label>Category <input name="category" required maxlength="40" list="categories"><datalist id="categories">%s</datalist></label>
                    <label>Year <input name="published" type="number" required min="1450" max="2100"></label>
                    <label>Copies <input name="copies" type="number" required min="1" max="500" value="1"></label>
                    <button class="btn">Save</button>
                  </form>
                </details></div>
                <nav class="filters">%s</nav>
                <section class="grid">%s</section>
                """.formatted(found.size(), text.isEmpty() ? "" : " for \"" + esc(text) + "\"",
                each(library.categories(), c -> "<option>" + esc(c) + "</option>"), filters,
                found.isEmpty() ? "<p>No book matches.</p>" : cards));
    }

    String book(long id) {
        Book b = library.book(id);
        int free = library.availability().get(id);
        String history = each(library.historyOfBook(id), v -> "<tr><td><a href='/members/%d'>%s</a></td><td>%s</td><td>%s</td><td>%s</td></tr>"
                .formatted(v.member().id(), esc(v.member().name()), date(v.loan().issuedOn()), state(v.loan()), buttons(v.loan())));
        return Html.page(b.title(), "Catalogue", """
                <div class="detail">
                  <aside>%s%s</aside>
                  <div>
                    <h1>%s</h1><p class="by">%s</p>
                    <dl class="facts"><div><dt>Category</dt><dd>%s</dd></div><div><dt>Published</dt><dd>%d</dd></div><div><dt>ISBN</dt><dd>%s</dd></div><div><dt>Copies</dt><dd>%d</dd></div></dl>
                    %s
                    <section class="card"><h2>Loans of this book</h2><table><thead><tr><th>Member</th><th>Issued</th><th>Status</th><th></th></tr></thead><tbody>%s</tbody></table></section>
                  </div>
                </div>
                """.formatted(cover(b, "large"), copies(b, free), esc(b.title()), esc(b.author()), esc(b.category()), b.published(), esc(b.isbn()), b.copies(),
                free == 0 ? "" : """
                        <form class="card inline" method="post" action="/loans"><input type="hidden" name="book" value="%d">
                        <select name="member" required aria-label="Member"><option value="">Issue to...</option>%s</select><button class="btn">Issue</button></form>
                        """.formatted(id, each(library.members(), m -> "<option value='%d'>%s</option>".formatted(m.id(), esc(m.name())))),
                history));
    }

    // ---- Members ------------------------------------------------------------------------------

    String members() {
        Map<Long, List<LoanView>> open = library.openLoans().stream().collect(Collectors.groupingBy(v -> v.member().id()));
        String cards = each(library.members(), m -> {
            List<LoanView> held = open.getOrDefault(m.id(), List.of());
            boolean late = held.stream().anyMatch(v -> v.loan().isOverdue(library.today()));
            return "<a class='card member' href='/members/%d'><span class='avatar'>%s</span><div><b>%s</b><small>%s · %d of %d books</small></div><div class='mini'>%s</div>%s</a>"
                    .formatted(m.id(), Html.initials(m.name()), esc(m.name()), m.kind().label, held.size(), m.kind().maxBooks,
                            each(held, v -> cover(v.book(), "tiny")), late ? "<span class='tag bad'>Overdue</span>" : "");
        });
        return Html.page("Members", "Members", """
                <div class="heading"><div><h1>Members</h1><p>Students keep up to 3 books for 14 days, faculty up to 6 for 30 days</p></div>
                <details class="add"><summary class="btn">Register a member</summary>
                  <form class="card" method="post" action="/members">
                    <label>Name <input name="name" required maxlength="100"></label>
                    <label>E-mail <input name="email" type="email" required maxlength="120"></label>
                    <label>Mobile <input name="phone" required pattern="[6-9][0-9]{9}" title="10-digit mobile number"></label>
                    <label>Kind <select name="kind"><option value="STUDENT">Student</option><option value="FACULTY">Faculty</option></select></label>
                    <button class="btn">Register</button>
                  </form>
                </details></div>
                <section class="members">%s</section>
                """.formatted(cards));
    }

    String member(long id) {
        Member m = library.member(id);
        List<LoanView> history = library.historyOfMember(id);
        List<LoanView> held = history.stream().filter(v -> v.loan().isOpen()).toList();
        int fines = history.stream().mapToInt(v -> v.loan().fine()).sum();
        String now = each(held, v -> "<article class='held'>%s<div><b><a href='/books/%d'>%s</a></b><p>%s</p>%s</div></article>"
                .formatted(cover(v.book(), "small"), v.book().id(), esc(v.book().title()), due(v.loan()), buttons(v.loan())));
        String past = each(history.stream().filter(v -> !v.loan().isOpen()).toList(),
                v -> "<tr><td><a href='/books/%d'>%s</a></td><td>%s</td><td>%s</td><td class='num'>%s</td></tr>".formatted(v.book().id(), esc(v.book().title()),
                        date(v.loan().issuedOn()), date(v.loan().returnedOn()), v.loan().fine() == 0 ? "" : "₹" + v.loan().fine()));
        return Html.page(m.name(), "Members", """
                <div class="heading"><div class="who"><span class="avatar big">%s</span><div><h1>%s</h1><p>%s · %s · member since %s</p></div></div>
                <span class="tag">%s, %d of %d books</span></div>
                <section class="holding">%s</section>
                <section class="card"><h2>Returned earlier%s</h2><table><thead><tr><th>Book</th><th>Issued</th><th>Returned</th><th class="num">Fine</th></tr></thead><tbody>%s</tbody></table></section>
                """.formatted(Html.initials(m.name()), esc(m.name()), esc(m.email()), esc(m.phone()), date(m.joinedOn()), m.kind().label, held.size(), m.kind().maxBooks,
                held.isEmpty() ? "<p class='card'>Nothing on loan.</p>" : now, fines == 0 ? "" : " (₹" + fines + " paid in fines)", past));
    }

    // ---- Pieces -------------------------------------------------------------------------------

    private static <T> String each(List<T> items, Function<T, String> html) {
        return items.stream().map(html).collect(Collectors.joining());
    }

    private static String copies(Book book, int free) {
        return free == 0 ? "<span class='tag bad'>All on loan</span>" : "<span class='tag good'>%d of %d in</span>".formatted(free, book.copies());
    }

    private String due(Loan loan) {
        long days = ChronoUnit.DAYS.between(library.today(), loan.dueOn());
        if (days < 0) {
            return "<span class='tag bad'>%d days late, ₹%d</span>".formatted(-days, library.fineFor(loan));
        }
        String when = days == 0 ? "today" : days == 1 ? "tomorrow" : "in " + days + " days";
        return "<span class='tag %s'>Due %s</span>".formatted(days <= 3 ? "soon" : "", when);
    }

    private String state(Loan loan) {
        return loan.isOpen() ? due(loan) : "Returned " + date(loan.returnedOn()) + (loan.fine() == 0 ? "" : ", fine ₹" + loan.fine());
    }

    private String buttons(Loan loan) {
        if (!loan.isOpen()) {
            return "";
        }
        String renew = loan.isOverdue(library.today()) || loan.renewals() >= LibraryService.MAX_RENEWALS ? ""
                : "<form method='post' action='/loans/%d/renew'><button class='link'>Renew</button></form>".formatted(loan.id());
        return "<div class='buttons'>%s<form method='post' action='/loans/%d/return'><button class='link'>Return</button></form></div>".formatted(renew, loan.id());
    }
}
