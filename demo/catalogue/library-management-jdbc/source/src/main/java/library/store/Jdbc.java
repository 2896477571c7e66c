package library.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** A thin layer over java.sql: connections, transactions and prepared statements. */
final class Jdbc {

    @FunctionalInterface
    interface RowMapper<T> {
        T map(ResultSet row) throws SQLException;
    }

    @FunctionalInterface
    private interface Work<T> {
        T run(Connection connection) throws SQLException;
    }

    private final String url;
    private final String user;
    private final String password;
    /** The connection of the transaction this thread is in, if any. */
    private final ThreadLocal<Connection> current = new ThreadLocal<>();

    Jdbc(String url, String user, String password) {
        this.url = url;
        this.user = user;
        this.password = password;
    }

    <T> T transaction(Supplier<T> work) {
        if (current.get() != null) {
            return work.get(); // join the transaction already open
        }
        try (Connection connection = DriverManager.getConnection(url, user, password)) {
            connection.setAutoCommit(false);
            current.set(connection);
            try {
                T result = work.get();
                connection.commit();
                return result;
            } catch (RuntimeException e) {
                connection.rollback();
                throw e;
            } finally {
                current.remove();
            }
        } catch (SQLException e) {
            throw new StoreException(e);
        }
    }

    <T> List<T> query(String sql, RowMapper<T> mapper, Object... params) {
        return with(connection -> {
            try (PreparedStatement statement = prepare(connection, sql, params); ResultSet rows = statement.executeQuery()) {
                List<T> result = new ArrayList<>();
                while (rows.next()) {
                    result.add(mapper.map(rows));
                }
                return result;
            }
        });
    }

    <T> Optional<T> queryOne(String sql, RowMapper<T> mapper, Object... params) {
        return query(sql, mapper, params).stream().findFirst();
    }

    void update(String sql, Object... params) {
        with(connection -> {
            try (PreparedStatement statement = prepare(connection, sql, params)) {
                return statement.executeUpdate();
            }
        });
    }

    /** Runs an INSERT and returns the generated id. */
    long insert(String sql, Object... params) {
        return with(connection -> {
            try (PreparedStatement statement = prepare(connection, sql, params)) {
                statement.executeUpdate();
                try (ResultSet keys = statement.getGeneratedKeys()) {
                    keys.next();
                    return keys.getLong(1);
                }
            }
        });
    }

    /** Runs a script from the class path, one statement at a time. */
    void runScript(String resource) {
        try (InputStream in = Jdbc.class.getResourceAsStream(resource)) {
            String script = new String(in.readAllBytes(), StandardCharsets.UTF_8).replaceAll("(?m)^--.*$", "");
            for (String sql : script.split(";")) {
                if (!sql.isBlank()) {
                    update(sql);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private <T> T with(Work<T> work) {
        try {
            if (current.get() != null) {
                return work.run(current.get());
            }
            try (Connection connection = DriverManager.getConnection(url, user, password)) {
                return work.run(connection);
            }
        } catch (SQLException e) {
            throw new StoreException(e);
        }
    }

    private static PreparedStatement prepare(Connection connection, String sql, Object... params) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS);
        for (int i = 0; i < params.length; i++) {
            statement.setObject(i + 1, params[i]);
        }
        return statement;
    }

    static final class StoreException extends RuntimeException {
        StoreException(SQLException cause) {
            super("Database error: " + cause.getMessage(), cause);
        }
    }
}
