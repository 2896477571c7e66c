<?php

declare(strict_types=1);

namespace Hms;

/** Session login, roles and the CSRF token. */
final class Auth
{
    private ?array $user = null;

    public function __construct(private readonly Database $db)
    {
        session_name('hms');
        session_start(['cookie_httponly' => true, 'cookie_samesite' => 'Lax', 'use_strict_mode' => true]);
        $_SESSION['csrf'] ??= bin2hex(random_bytes(16));
        if (isset($_SESSION['user_id'])) {
            $this->user = $db->row('SELECT id, name, email, role, doctor_id FROM users WHERE id = ?', [$_SESSION['user_id']]);
        }
    }

    public function attempt(string $email, string $password): bool
    {
        $user = $this->db->row('SELECT * FROM users WHERE email = ?', [strtolower(trim($email))]);
        // Verify against a dummy hash when the e-mail is unknown, so both cases take the same time.
        $hash = $user['password_hash'] ?? '$2y$10$usesomesillystringfore7hnbRJHxXVLeakoG8K30oukPsA.ztMG';
        if (!password_verify($password, $hash) || $user === null) {
            return false;
        }
        session_regenerate_id(true);
        $_SESSION['user_id'] = $user['id'];
        return true;
    }

    public function logout(): void
    {
        $_SESSION = [];
        session_regenerate_id(true);
    }

    public function user(): ?array
    {
        return $this->user;
    }

    public function is(string ...$roles): bool
    {
        return $this->user !== null && in_array($this->user['role'], $roles, true);
    }

    /** For a doctor, the id that limits what they see; null for everyone else. */
    public function doctorId(): ?int
    {
        return $this->is('doctor') ? (int) $this->user['doctor_id'] : null;
    }

    public function csrf(): string
    {
        return $_SESSION['csrf'];
    }

    public function csrfIsValid(): bool
    {
        return hash_equals($_SESSION['csrf'], (string) ($_POST['_csrf'] ?? ''));
    }
}
