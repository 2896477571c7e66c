<?php

declare(strict_types=1);

namespace Hms;

use PDO;
use PDOStatement;
use Throwable;

/** A thin wrapper over PDO: every query goes through a prepared statement. */
final class Database
{
    private function __construct(private readonly PDO $pdo)
    {
    }

    public static function connect(string $dsn, ?string $user = null, ?string $password = null): self
    {
        if (str_starts_with($dsn, 'sqlite:/') && !is_dir(dirname(substr($dsn, 7)))) {
            mkdir(dirname(substr($dsn, 7)), 0775, true);
        }
        $pdo = new PDO($dsn, $user, $password, [
            PDO::ATTR_ERRMODE            => PDO::ERRMODE_EXCEPTION,
            PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_ASSOC,
            PDO::ATTR_EMULATE_PREPARES   => false,
        ]);
        $db = new self($pdo);
        if ($db->driver() === 'sqlite') {
            $pdo->exec('PRAGMA foreign_keys = ON');
        }
        return $db;
    }

    public function driver(): string
    {
        return $this->pdo->getAttribute(PDO::ATTR_DRIVER_NAME);
    }

    /** True once the schema has been loaded. */
    public function isInstalled(): bool
    {
        try {
            return (int) $this->value('SELECT COUNT(*) FROM users') > 0;
        } catch (\PDOException) {
            return false;
        }
    }

    /** Runs a schema file, one statement at a time so that it works on every driver. */
    public function runScript(string $file): void
    {
        $sql = preg_replace('/^\s*--.*$/m', '', (string) file_get_contents($file));
        foreach (array_filter(array_map('trim', explode(';', $sql))) as $statement) {
            $this->pdo->exec($statement);
        }
    }

    /** @return list<array<string, mixed>> */
    public function rows(string $sql, array $params = []): array
    {
        return $this->run($sql, $params)->fetchAll();
    }

    /** @return array<string, mixed>|null */
    public function row(string $sql, array $params = []): ?array
    {
        return $this->run($sql, $params)->fetch() ?: null;
    }

    public function value(string $sql, array $params = []): mixed
    {
        return $this->run($sql, $params)->fetchColumn();
    }

    public function run(string $sql, array $params = []): PDOStatement
    {
        $statement = $this->pdo->prepare($sql);
        foreach (array_values($params) as $i => $value) {
            // execute($params) would bind numbers as text, and SQLite does not find '0' equal to 0.
            $statement->bindValue($i + 1, $value, is_int($value) ? PDO::PARAM_INT : PDO::PARAM_STR);
        }
        $statement->execute();
        return $statement;
    }

    /** Column names come from our own code, never from the request. */
    public function insert(string $table, array $data): int
    {
        $columns = implode(', ', array_keys($data));
        $marks   = implode(', ', array_fill(0, count($data), '?'));
        $this->run("INSERT INTO {$table} ({$columns}) VALUES ({$marks})", array_values($data));
        return (int) $this->pdo->lastInsertId();
    }

    public function update(string $table, int $id, array $data): void
    {
        $set = implode(', ', array_map(static fn (string $c): string => "{$c} = ?", array_keys($data)));
        $this->run("UPDATE {$table} SET {$set} WHERE id = ?", [...array_values($data), $id]);
    }

    /** Runs the callback in a transaction; a nested call joins the one already open. */
    public function transaction(callable $work): mixed
    {
        if ($this->pdo->inTransaction()) {
            return $work();
        }
        $this->pdo->beginTransaction();
        try {
            $result = $work();
            $this->pdo->commit();
            return $result;
        } catch (Throwable $e) {
            $this->pdo->rollBack();
            throw $e;
        }
    }
}
