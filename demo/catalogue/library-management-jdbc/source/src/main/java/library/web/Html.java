package library.web;

import library.model.Book;

import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** Pieces of HTML used on every page. */
final class Html {

    static final String NOTICE_SLOT = "<!--notice-->";
    private static final List<String> SHELVES =
            List.of("Fiction", "Computer Science", "Programming", "Science", "History", "Mathematics", "Biography");
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("d MMM yyyy", Locale.ENGLISH);

    private Html() { }

    /** Every value that comes from a person goes through here before it reaches a page. */
    static String esc(Object value) {
        return String.valueOf(value).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
                .replace("\"", "&quot;").replace("'", "&#39;");
    }

    static String date(LocalDate date) {
        return date == null ? "" : date.format(DATE);
    }

    static String notice(boolean good, String text) {
        return "<p class='notice %s' role='status'>%s</p>".formatted(good ? "good" : "bad", esc(text));
    }

    static String message(String title, String text) {
        return page(title, "", "<section class='card message'><h1>" + esc(title) + "</h1><p>" + esc(text) + "</p><a class='btn' href='/'>To the desk</a></section>");
    }

    /** A number from 0 to 7 that picks the colour of a category: the usual ones have their own, others share. */
    static int colour(String category) {
        int usual = SHELVES.indexOf(category);
        return usual >= 0 ? usual : Math.floorMod(category.hashCode(), 8);
    }

    /** A drawn cover, so that no image files are needed. */
    static String cover(Book book, String size) {
        return "<span class='cover c%d %s'><b>%s</b><i>%s</i></span>".formatted(colour(book.category()), size, esc(book.title()), esc(book.author()));
    }

    static String initials(String name) {
        String[] parts = name.replaceFirst("^(Dr|Prof)\\. ", "").split(" ");
        return esc(parts[0].substring(0, 1) + (parts.length > 1 ? parts[parts.length - 1].substring(0, 1) : ""));
    }

    static String page(String title, String active, String body) {
        StringBuilder nav = new StringBuilder();
        for (String[] item : new String[][] {{"/", "Desk"}, {"/books", "Catalogue"}, {"/members", "Members"}}) {
            nav.append("<a href='%s'%s>%s</a>".formatted(item[0], item[1].equals(active) ? " class='on'" : "", item[1]));
        }
        return """
                <!doctype html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <title>%s · Saraswati Library</title>
                <link rel="stylesheet" href="/style.css">
                </head>
                <body>
                <header class="top">
                  <a class="brand" href="/"><svg viewBox="0 0 32 32" aria-hidden="true"><path d="M16 8c-4-3-8-3-12-2v19c4-1 8-1 12 2 4-3 8-3 12-2V6c-4-1-8-1-12 2zM16 8v19"/></svg>Saraswati Library</a>
                  <nav>%s</nav>
                  <form action="/books"><input name="q" placeholder="Find a book, author or ISBN" aria-label="Find a book"></form>
                </header>
                <main>%s%s</main>
                </body>
                </html>
                """.formatted(esc(title), nav, NOTICE_SLOT, body);
    }
}
