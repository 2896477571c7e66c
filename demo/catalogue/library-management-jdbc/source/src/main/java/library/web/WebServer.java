package library.web;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import library.model.Book;
import library.model.Loan;
import library.model.Member;
import library.service.LibraryService;
import library.service.RuleException;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Maps URLs to the service and the pages. Uses the HTTP server that comes with the JDK. */
public final class WebServer {

    /** What a handler sees: the number in the path (0 if none) and the form or query fields. */
    record Request(long id, Map<String, String> fields) {
        String get(String name) {
            return fields.getOrDefault(name, "").strip();
        }

        long number(String name) {
            try {
                return Long.parseLong(get(name));
            } catch (NumberFormatException e) {
                throw new RuleException("Please choose or enter: " + name + ".");
            }
        }
    }

    /** Either a page, or (after a POST) the place to go next and what to say there. */
    record Response(String html, String location, String notice) {
        static Response page(String html) {
            return new Response(html, null, null);
        }

        static Response go(String location, String notice) {
            return new Response(null, location, notice);
        }
    }

    @FunctionalInterface
    interface Handler {
        Response handle(Request request);
    }

    private record Route(String method, Pattern path, Handler handler) { }

    private final LibraryService library;
    private final List<Route> routes = new ArrayList<>();

    public WebServer(LibraryService library) {
        this.library = library;
        Pages pages = new Pages(library);

        get("/", r -> Response.page(pages.desk()));
        get("/books", r -> Response.page(pages.books(r.get("q"), r.get("category"))));
        get("/books/(\\d+)", r -> Response.page(pages.book(r.id())));
        get("/members", r -> Response.page(pages.members()));
        get("/members/(\\d+)", r -> Response.page(pages.member(r.id())));

        post("/books", r -> {
            Book book = library.addBook(r.get("isbn"), r.get("title"), r.get("author"), r.get("category"),
                    (int) r.number("published"), (int) r.number("copies"));
            return Response.go("/books/" + book.id(), "Added to the catalogue.");
        });
        post("/members", r -> {
            Member.Kind kind = r.get("kind").equals("FACULTY") ? Member.Kind.FACULTY : Member.Kind.STUDENT;
            Member member = library.addMember(r.get("name"), r.get("email"), r.get("phone"), kind);
            return Response.go("/members/" + member.id(), "Member registered.");
        });
        post("/loans", r -> {
            Loan loan = library.issue(r.number("book"), r.number("member"));
            return Response.go("/members/" + loan.memberId(), "Issued. Due on " + Html.date(loan.dueOn()) + ".");
        });
        post("/loans/(\\d+)/return", r -> {
            Loan loan = library.giveBack(r.id());
            return Response.go("/members/" + loan.memberId(), loan.fine() == 0 ? "Returned." : "Returned. Collect a fine of ₹" + loan.fine() + ".");
        });
        post("/loans/(\\d+)/renew", r -> {
            Loan loan = library.renew(r.id());
            return Response.go("/members/" + loan.memberId(), "Renewed until " + Html.date(loan.dueOn()) + ".");
        });
    }

    public HttpServer start(int port) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.createContext("/", this::serve);
        server.setExecutor(Executors.newFixedThreadPool(8));
        server.start();
        return server;
    }

    private void get(String path, Handler handler) {
        routes.add(new Route("GET", Pattern.compile(path), handler));
    }

    private void post(String path, Handler handler) {
        routes.add(new Route("POST", Pattern.compile(path), handler));
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            if (path.equals("/style.css")) {
                try (InputStream css = WebServer.class.getResourceAsStream("/style.css")) {
                    send(exchange, 200, "text/css", css.readAllBytes());
                }
                return;
            }
            for (Route route : routes) {
                Matcher match = route.path().matcher(path);
                if (route.method().equals(exchange.getRequestMethod()) && match.matches()) {
                    long id = match.groupCount() == 1 ? Long.parseLong(match.group(1)) : 0;
                    handle(exchange, route, id);
                    return;
                }
            }
            sendPage(exchange, 404, Html.message("Not found", "There is nothing at this address."));
        } catch (RuntimeException e) {
            e.printStackTrace();
            sendPage(exchange, 500, Html.message("Something went wrong", "The details are in the server's window."));
        }
    }

    private void handle(HttpExchange exchange, Route route, long id) throws IOException {
        boolean isPost = route.method().equals("POST");
        if (isPost && !isFromOurPages(exchange)) {
            sendPage(exchange, 403, Html.message("Refused", "This form was sent from another site."));
            return;
        }
        String raw = isPost ? new String(exchange.getRequestBody().readNBytes(20_000), StandardCharsets.UTF_8)
                : exchange.getRequestURI().getRawQuery();
        try {
            Response response = route.handler().handle(new Request(id, parse(raw)));
            if (response.html() != null) {
                sendPage(exchange, 200, response.html());
            } else {
                redirect(exchange, response.location(), "ok:" + response.notice());
            }
        } catch (RuleException e) {
            if (isPost) {
                redirect(exchange, cameFrom(exchange), "no:" + e.getMessage());
            } else {
                sendPage(exchange, 404, Html.message("Not found", e.getMessage()));
            }
        }
    }

    /** Browsers always say where a form was sent from, so another web site cannot post to this server. */
    private static boolean isFromOurPages(HttpExchange exchange) {
        String origin = exchange.getRequestHeaders().getFirst("Origin");
        return origin == null || origin.equals("http://" + exchange.getRequestHeaders().getFirst("Host"));
    }

    private static String cameFrom(HttpExchange exchange) {
        String referer = exchange.getRequestHeaders().getFirst("Referer");
        try {
            URI uri = URI.create(referer == null ? "/" : referer);
            return uri.getRawPath().replaceFirst("^/+", "/") + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
        } catch (IllegalArgumentException e) {
            return "/";
        }
    }

    static Map<String, String> parse(String encoded) {
        Map<String, String> fields = new HashMap<>();
        for (String pair : (encoded == null ? "" : encoded).split("&")) {
            int eq = pair.indexOf('=');
            if (eq > 0) {
                fields.put(decode(pair.substring(0, eq)), decode(pair.substring(eq + 1)));
            }
        }
        return fields;
    }

    private static String decode(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    /** The notice travels in a cookie that the next page shows and clears. */
    private static void redirect(HttpExchange exchange, String location, String notice) throws IOException {
        exchange.getResponseHeaders().set("Set-Cookie", "notice=" + URLEncoder.encode(notice, StandardCharsets.UTF_8) + "; Path=/; HttpOnly; SameSite=Strict");
        exchange.getResponseHeaders().set("Location", location);
        exchange.sendResponseHeaders(303, -1);
    }

    private static void sendPage(HttpExchange exchange, int status, String html) throws IOException {
        String cookies = String.join("; ", exchange.getRequestHeaders().getOrDefault("Cookie", List.of()));
        Matcher match = Pattern.compile("(?:^|; )notice=([^;]+)").matcher(cookies);
        String notice = "";
        if (match.find()) {
            String text = decode(match.group(1));
            notice = Html.notice(text.startsWith("ok:"), text.length() > 3 ? text.substring(3) : "");
            exchange.getResponseHeaders().set("Set-Cookie", "notice=; Path=/; Max-Age=0");
        }
        send(exchange, status, "text/html", html.replace(Html.NOTICE_SLOT, notice).getBytes(StandardCharsets.UTF_8));
    }

    private static void send(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type + "; charset=utf-8");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }
}
