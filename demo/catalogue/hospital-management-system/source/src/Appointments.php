<?php

declare(strict_types=1);

namespace Hms;

use DomainException;
use PDOException;

/** Booking, the status of a visit, and the doctor's notes. */
final class Appointments
{
    /** Which status may follow which. */
    private const NEXT = [
        'Booked'     => ['Checked in', 'Cancelled'],
        'Checked in' => ['Completed', 'Cancelled'],
        'Completed'  => [],
        'Cancelled'  => [],
    ];

    public function __construct(private readonly Database $db, private readonly Billing $billing)
    {
    }

    /** @return list<string> half-hour slots, with a lunch break from 13:00 to 14:00 */
    public static function slots(): array
    {
        $slots = [];
        for ($minute = 9 * 60; $minute < 17 * 60; $minute += 30) {
            if (intdiv($minute, 60) !== 13) {
                $slots[] = sprintf('%02d:%02d', intdiv($minute, 60), $minute % 60);
            }
        }
        return $slots;
    }

    public function onDate(string $date, ?int $doctorId = null): array
    {
        return $this->db->rows(
            'SELECT a.*, p.name AS patient, p.uhid, p.dob, p.gender, d.name AS doctor, d.room
             FROM appointments a
             JOIN patients p ON p.id = a.patient_id
             JOIN doctors d ON d.id = a.doctor_id
             WHERE a.visit_date = ? AND (? = 0 OR a.doctor_id = ?)
             ORDER BY a.slot, d.name',
            [$date, (int) $doctorId, (int) $doctorId]
        );
    }

    /** @return array<int, array<string, array>> doctor id => slot => appointment */
    public function board(string $date, ?int $doctorId = null): array
    {
        $board = [];
        foreach ($this->onDate($date, $doctorId) as $visit) {
            if ($visit['status'] !== 'Cancelled') {
                $board[$visit['doctor_id']][$visit['slot']] = $visit;
            }
        }
        return $board;
    }

    public function find(int $id, ?int $doctorId = null): ?array
    {
        return $this->db->row(
            'SELECT a.*, p.name AS patient, p.uhid, p.dob, p.gender, p.phone, p.allergies, p.blood_group,
                    d.name AS doctor, d.fee_paise, dep.name AS department, b.id AS bill_id
             FROM appointments a
             JOIN patients p ON p.id = a.patient_id
             JOIN doctors d ON d.id = a.doctor_id
             JOIN departments dep ON dep.id = d.department_id
             LEFT JOIN bills b ON b.appointment_id = a.id
             WHERE a.id = ? AND (? = 0 OR a.doctor_id = ?)',
            [$id, (int) $doctorId, (int) $doctorId]
        );
    }

    public function book(int $patientId, int $doctorId, string $date, string $slot, string $reason): int
    {
        if (!is_date($date) || $date < date('Y-m-d')) {
            throw new DomainException('Choose today or a later date.');
        }
        if (!in_array($slot, self::slots(), true)) {
            throw new DomainException('Choose a slot from the list.');
        }
        if (!$this->db->value('SELECT is_active FROM doctors WHERE id = ?', [$doctorId])) {
            throw new DomainException('This doctor is not taking appointments.');
        }
        if (!$this->db->value('SELECT COUNT(*) FROM patients WHERE id = ?', [$patientId])) {
            throw new DomainException('Choose a registered patient.');
        }
        $clash = $this->db->value(
            'SELECT COUNT(*) FROM appointments
             WHERE patient_id = ? AND visit_date = ? AND slot = ? AND status <> \'Cancelled\'',
            [$patientId, $date, $slot]
        );
        if ($clash) {
            throw new DomainException('The patient already has another appointment at that time.');
        }
        try {
            return $this->db->insert('appointments', [
                'patient_id' => $patientId, 'doctor_id' => $doctorId, 'visit_date' => $date, 'slot' => $slot,
                'reason' => $reason, 'created_at' => date('Y-m-d H:i:s'),
            ]);
        } catch (PDOException $e) {
            // The unique index decides, so two receptionists cannot take the same slot.
            if ((string) $e->getCode() === '23000') {
                throw new DomainException('That slot has just been taken. Choose another one.');
            }
            throw $e;
        }
    }

    public function changeStatus(int $id, string $status): void
    {
        $visit = $this->find($id) ?? throw new DomainException('Appointment not found.');
        if (!in_array($status, self::NEXT[$visit['status']], true)) {
            throw new DomainException("A visit that is {$visit['status']} cannot become {$status}.");
        }
        $this->db->update('appointments', $id, ['status' => $status]);
    }

    /** Saves the notes, closes the visit and raises the consultation bill, all or nothing. */
    public function complete(int $id, string $diagnosis, string $prescription): int
    {
        return $this->db->transaction(function () use ($id, $diagnosis, $prescription): int {
            $this->changeStatus($id, 'Completed');
            $this->db->update('appointments', $id, ['diagnosis' => $diagnosis, 'prescription' => $prescription]);
            $visit  = $this->find($id);
            $billId = $this->billing->create((int) $visit['patient_id'], $id);
            $this->billing->addItem($billId, "Consultation, {$visit['doctor']}", 1, (int) $visit['fee_paise']);
            return $billId;
        });
    }
}
