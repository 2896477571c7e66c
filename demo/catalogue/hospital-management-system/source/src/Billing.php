<?php

declare(strict_types=1);

namespace Hms;

use DomainException;

/** Bills, their lines and payments. Totals always come from the bill_totals view. */
final class Billing
{
    public const METHODS = ['Cash', 'UPI', 'Card'];

    public function __construct(private readonly Database $db)
    {
    }

    public static function status(array $bill): string
    {
        return match (true) {
            (int) $bill['due_paise'] === 0 => 'Paid',
            (int) $bill['paid_paise'] > 0  => 'Part paid',
            default                        => 'Unpaid',
        };
    }

    public function recent(string $filter = 'all', int $limit = 60): array
    {
        $where = $filter === 'due' ? 'WHERE t.due_paise > 0' : '';
        return $this->db->rows(
            "SELECT b.id, b.bill_no, b.created_at, p.name AS patient, t.net_paise, t.paid_paise, t.due_paise
             FROM bills b
             JOIN patients p ON p.id = b.patient_id
             JOIN bill_totals t ON t.id = b.id
             {$where} ORDER BY b.id DESC LIMIT {$limit}"
        );
    }

    /** One bill with its lines and payments. */
    public function find(int $id): ?array
    {
        $bill = $this->db->row(
            'SELECT b.*, p.name AS patient, p.uhid, p.phone, p.address, p.gender, p.dob,
                    t.gross_paise, t.net_paise, t.paid_paise, t.due_paise
             FROM bills b
             JOIN patients p ON p.id = b.patient_id
             JOIN bill_totals t ON t.id = b.id
             WHERE b.id = ?',
            [$id]
        );
        if ($bill === null) {
            return null;
        }
        $bill['items']    = $this->db->rows('SELECT * FROM bill_items WHERE bill_id = ? ORDER BY id', [$id]);
        $bill['payments'] = $this->db->rows('SELECT * FROM payments WHERE bill_id = ? ORDER BY id', [$id]);
        return $bill;
    }

    public function create(int $patientId, ?int $appointmentId = null, ?string $at = null): int
    {
        return $this->db->transaction(function () use ($patientId, $appointmentId, $at): int {
            $next = (int) $this->db->value('SELECT COALESCE(MAX(id), 0) + 1 FROM bills');
            return $this->db->insert('bills', [
                'bill_no'        => sprintf('INV-%s-%04d', date('y'), $next),
                'patient_id'     => $patientId,
                'appointment_id' => $appointmentId,
                'created_at'     => $at ?? date('Y-m-d H:i:s'),
            ]);
        });
    }

    public function addItem(int $billId, string $description, int $quantity, int $ratePaise): void
    {
        if ($quantity < 1 || $quantity > 999) {
            throw new DomainException('The quantity must be between 1 and 999.');
        }
        $this->bill($billId);
        $this->db->insert('bill_items', [
            'bill_id' => $billId, 'description' => $description, 'quantity' => $quantity, 'rate_paise' => $ratePaise,
        ]);
    }

    public function discount(int $billId, int $paise): void
    {
        $bill = $this->bill($billId);
        if ($paise > (int) $bill['gross_paise'] - (int) $bill['paid_paise']) {
            throw new DomainException('The discount is more than what remains to be paid.');
        }
        $this->db->update('bills', $billId, ['discount_paise' => $paise]);
    }

    public function pay(int $billId, int $paise, string $method, ?string $at = null): void
    {
        if (!in_array($method, self::METHODS, true)) {
            throw new DomainException('Choose Cash, UPI or Card.');
        }
        $this->db->transaction(function () use ($billId, $paise, $method, $at): void {
            // A write first takes the row's lock, so two payments cannot both see the same balance.
            $this->db->run('UPDATE bills SET discount_paise = discount_paise WHERE id = ?', [$billId]);
            $due = (int) $this->bill($billId)['due_paise'];
            if ($paise < 1 || $paise > $due) {
                throw new DomainException('The payment must be between ₹1 and the amount due, ' . money($due) . '.');
            }
            $this->db->insert('payments', [
                'bill_id' => $billId, 'amount_paise' => $paise, 'method' => $method, 'paid_at' => $at ?? date('Y-m-d H:i:s'),
            ]);
        });
    }

    private function bill(int $id): array
    {
        return $this->db->row('SELECT * FROM bill_totals WHERE id = ?', [$id]) ?? throw new DomainException('Bill not found.');
    }
}
