<?php

declare(strict_types=1);

namespace Hms;

use DomainException;

final class Patients
{
    public const BLOOD_GROUPS = ['A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-'];
    public const GENDERS = ['Female', 'Male', 'Other'];

    public function __construct(private readonly Database $db)
    {
    }

    /** Searches by name, UHID or phone; a doctor sees only the patients booked with them. */
    public function search(string $term = '', ?int $doctorId = null, int $limit = 100): array
    {
        $like = '%' . str_replace(['%', '_'], '', $term) . '%';
        $sql  = 'SELECT p.*, (SELECT MAX(a.visit_date) FROM appointments a
                              WHERE a.patient_id = p.id AND a.status = \'Completed\') AS last_visit
                 FROM patients p
                 WHERE (p.name LIKE ? OR p.uhid LIKE ? OR p.phone LIKE ?)';
        $params = [$like, $like, $like];
        if ($doctorId !== null) {
            $sql .= ' AND EXISTS (SELECT 1 FROM appointments a WHERE a.patient_id = p.id AND a.doctor_id = ?)';
            $params[] = $doctorId;
        }
        return $this->db->rows("{$sql} ORDER BY p.id DESC LIMIT {$limit}", $params);
    }

    public function find(int $id, ?int $doctorId = null): ?array
    {
        $patient = $this->db->row('SELECT * FROM patients WHERE id = ?', [$id]);
        $isTheirs = $doctorId === null || $this->db->value(
            'SELECT COUNT(*) FROM appointments WHERE patient_id = ? AND doctor_id = ?',
            [$id, $doctorId]
        );
        return $isTheirs ? $patient : null;
    }

    public function visits(int $id): array
    {
        return $this->db->rows(
            'SELECT a.*, d.name AS doctor, dep.name AS department
             FROM appointments a
             JOIN doctors d ON d.id = a.doctor_id
             JOIN departments dep ON dep.id = d.department_id
             WHERE a.patient_id = ? ORDER BY a.visit_date DESC, a.slot DESC',
            [$id]
        );
    }

    public function save(array $data, ?int $id = null): int
    {
        $this->validate($data);
        if ($id !== null) {
            $this->db->update('patients', $id, $data);
            return $id;
        }
        return $this->db->transaction(function () use ($data): int {
            $next = (int) $this->db->value('SELECT COALESCE(MAX(id), 0) + 1 FROM patients');
            return $this->db->insert('patients', [
                'uhid'       => sprintf('SH%s%05d', date('y'), $next),
                'created_at' => date('Y-m-d H:i:s'),
            ] + $data);
        });
    }

    private function validate(array $data): void
    {
        if (!in_array($data['gender'], self::GENDERS, true)) {
            throw new DomainException('Choose a gender from the list.');
        }
        if (!is_date($data['dob']) || $data['dob'] > date('Y-m-d')) {
            throw new DomainException('The date of birth must be a real date that is not in the future.');
        }
        if (!preg_match('/^[6-9]\d{9}$/', $data['phone'])) {
            throw new DomainException('Enter a 10-digit Indian mobile number.');
        }
        if ($data['blood_group'] !== '' && !in_array($data['blood_group'], self::BLOOD_GROUPS, true)) {
            throw new DomainException('Choose a blood group from the list.');
        }
    }
}
