<?php

declare(strict_types=1);

namespace Kirana;

/** Customers sign in with their mobile number. The owner is a customer with is_admin = 1. */
final class Auth
{
    private const DUMMY = '$2y$10$r1Q0StfB6FyPykxZ/WTLuuqSi2jQ0aRXUm.kWDq8tAAQHfjtHkhZq';

    private ?array $customer = null;

    public function __construct(private readonly Database $db)
    {
        if (isset($_SESSION['customer_id'])) {
            $this->customer = $db->one('SELECT * FROM customers WHERE id = :id', ['id' => $_SESSION['customer_id']]);
        }
    }

    public function customer(): ?array
    {
        return $this->customer;
    }

    public function isAdmin(): bool
    {
        return (bool) ($this->customer['is_admin'] ?? false);
    }

    public function signIn(string $phone, string $password): bool
    {
        $found = $this->db->one('SELECT * FROM customers WHERE phone = :phone', ['phone' => trim($phone)]);
        // Checking a dummy hash keeps the time the same for unknown numbers.
        if (!password_verify($password, $found['password_hash'] ?? self::DUMMY) || !$found) {
            return false;
        }
        $this->remember($found);

        return true;
    }

    /** @return list<string> problems; empty when the account was made and signed in */
    public function register(array $form): array
    {
        $name = trim($form['name'] ?? '');
        $phone = trim($form['phone'] ?? '');
        $password = $form['password'] ?? '';
        $problems = array_keys(array_filter([
            'Please write your name.' => $name === '' || strlen($name) > 80,
            'Phone must be a 10 digit mobile number.' => !preg_match('/^[6-9]\d{9}$/', $phone),
            'Password must have at least 8 characters.' => strlen($password) < 8,
            'This number already has an account. Please sign in.' => (bool) $this->db->value('SELECT 1 FROM customers WHERE phone = :phone', ['phone' => $phone]),
        ]));
        if (!$problems) {
            $id = $this->db->insert('customers', ['name' => $name, 'phone' => $phone, 'password_hash' => password_hash($password, PASSWORD_DEFAULT)]);
            $this->remember($this->db->one('SELECT * FROM customers WHERE id = :id', ['id' => $id]));
        }

        return $problems;
    }

    public function signOut(): void
    {
        $_SESSION = [];
        session_regenerate_id(true);
    }

    private function remember(array $customer): void
    {
        session_regenerate_id(true); // an old session id must not become a signed-in one
        $_SESSION['customer_id'] = $customer['id'];
        $_SESSION['csrf'] = bin2hex(random_bytes(16));
        $this->customer = $customer;
    }
}
