<?php

declare(strict_types=1);

namespace Kirana;

use PDO;
use PDOStatement;

/** A thin layer over PDO: prepared statements only, exceptions on, transactions as closures. */
final class Database
{
    private PDO $pdo;

    public function __construct(string $dsn, ?string $user = null, ?string $password = null)
    {
        $this->pdo = new PDO($dsn, $user, $password, [
            PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION,
            PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_ASSOC,
            PDO::ATTR_EMULATE_PREPARES => false,
        ]);
        if ($this->isSqlite()) {
            $this->pdo->exec('PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 4000;');
        }
    }

    public function isSqlite(): bool
    {
        return $this->pdo->getAttribute(PDO::ATTR_DRIVER_NAME) === 'sqlite';
    }

    /** Runs a schema file statement by statement. */
    public function load(string $sql): void
    {
        $withoutComments = preg_replace('/^--.*$/m', '', $sql);
        foreach (array_filter(array_map('trim', explode(';', $withoutComments))) as $statement) {
            $this->pdo->exec($statement);
        }
    }

    /** @param array<string, mixed> $values */
    public function run(string $sql, array $values = []): PDOStatement
    {
        $statement = $this->pdo->prepare($sql);
        foreach ($values as $name => $value) {
            $statement->bindValue($name, $value, is_int($value) ? PDO::PARAM_INT : PDO::PARAM_STR);
        }
        $statement->execute();

        return $statement;
    }

    /** @return list<array<string, mixed>> */
    public function all(string $sql, array $values = []): array
    {
        return $this->run($sql, $values)->fetchAll();
    }

    /** @return array<string, mixed>|null */
    public function one(string $sql, array $values = []): ?array
    {
        return $this->run($sql, $values)->fetch() ?: null;
    }

    public function value(string $sql, array $values = []): mixed
    {
        return $this->run($sql, $values)->fetchColumn();
    }

    /** @param array<string, mixed> $row */
    public function insert(string $table, array $row): int
    {
        $columns = array_keys($row);
        $this->run(sprintf('INSERT INTO %s (%s) VALUES (:%s)', $table, implode(', ', $columns), implode(', :', $columns)), $row);

        return (int) $this->pdo->lastInsertId();
    }

    /** Runs the work completely or not at all. */
    public function transaction(callable $work): mixed
    {
        $this->pdo->beginTransaction();
        try {
            $result = $work();
            $this->pdo->commit();

            return $result;
        } catch (\Throwable $problem) {
            $this->pdo->rollBack();
            throw $problem;
        }
    }
}
