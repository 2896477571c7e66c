<?php

declare(strict_types=1);

namespace Hms;

use DomainException;

final class Doctors
{
    public function __construct(private readonly Database $db)
    {
    }

    /** Every doctor with today's load; pass an id to get just that doctor. */
    public function all(bool $activeOnly = false, ?int $id = null): array
    {
        return $this->db->rows(
            'SELECT d.*, dep.name AS department,
                    (SELECT COUNT(*) FROM appointments a WHERE a.doctor_id = d.id
                        AND a.visit_date = ? AND a.status <> \'Cancelled\') AS today,
                    (SELECT COUNT(*) FROM appointments a WHERE a.doctor_id = d.id AND a.status = \'Completed\') AS seen
             FROM doctors d JOIN departments dep ON dep.id = d.department_id
             WHERE (? = 0 OR d.is_active = 1) AND (? = 0 OR d.id = ?)
             ORDER BY d.is_active DESC, dep.name, d.name',
            [date('Y-m-d'), (int) $activeOnly, (int) $id, (int) $id]
        );
    }

    public function departments(): array
    {
        return $this->db->rows('SELECT id, name FROM departments ORDER BY name');
    }

    /** Adds a doctor together with the login they will use. */
    public function add(array $data, string $email, string $password): int
    {
        if (!filter_var($email, FILTER_VALIDATE_EMAIL)) {
            throw new DomainException('Enter a valid e-mail address for the doctor\'s login.');
        }
        if (strlen($password) < 8) {
            throw new DomainException('The password needs at least 8 characters.');
        }
        if ($this->db->value('SELECT COUNT(*) FROM users WHERE email = ?', [strtolower($email)])) {
            throw new DomainException('That e-mail already has a login.');
        }
        return $this->db->transaction(function () use ($data, $email, $password): int {
            $id = $this->db->insert('doctors', $data);
            $this->db->insert('users', [
                'name' => $data['name'], 'email' => strtolower($email), 'role' => 'doctor', 'doctor_id' => $id,
                'password_hash' => password_hash($password, PASSWORD_DEFAULT),
            ]);
            return $id;
        });
    }

    /** A doctor on leave keeps their history but takes no new bookings. */
    public function toggle(int $id): void
    {
        $this->db->run('UPDATE doctors SET is_active = 1 - is_active WHERE id = ?', [$id]);
    }
}
