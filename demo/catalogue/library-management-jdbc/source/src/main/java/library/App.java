package library;

import library.service.LibraryService;
import library.service.SampleData;
import library.store.JdbcStore;
import library.store.MemoryStore;
import library.store.Store;
import library.web.WebServer;

import java.io.IOException;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneId;

/** Chooses the store, wires the layers together and starts the server. */
public final class App {

    private App() { }

    public static void main(String[] args) throws IOException {
        int port = args.length > 0 ? Integer.parseInt(args[0]) : 8080;
        Clock clock = Clock.system(ZoneId.of("Asia/Kolkata"));
        Store store = openStore();
        if (store.members().all().isEmpty()) {
            SampleData.load(store, LocalDate.now(clock));
        }
        new WebServer(new LibraryService(store, clock)).start(port);
        System.out.println("Library on http://localhost:" + port + " (Ctrl+C to stop)");
    }

    /** The database named in LIBRARY_DB (an H2 file by default), or memory when there is no driver for it. */
    private static Store openStore() {
        String url = env("LIBRARY_DB", "jdbc:h2:./data/library");
        try {
            DriverManager.getDriver(url);
        } catch (SQLException e) {
            System.out.println("No JDBC driver for " + url + ": data is kept in memory and lost on exit.");
            return new MemoryStore();
        }
        System.out.println("Database: " + url);
        return new JdbcStore(url, env("LIBRARY_USER", "sa"), env("LIBRARY_PASSWORD", ""));
    }

    private static String env(String name, String fallback) {
        String value = System.getenv(name);
        return value == null ? fallback : value;
    }
}
