<?php

declare(strict_types=1);

namespace Hms;

/** The figures on the first page. */
final class Dashboard
{
    public function __construct(private readonly Database $db)
    {
    }

    public function stats(): array
    {
        $today = date('Y-m-d');
        return [
            'visits'    => (int) $this->db->value("SELECT COUNT(*) FROM appointments WHERE visit_date = ? AND status <> 'Cancelled'", [$today]),
            'waiting'   => (int) $this->db->value("SELECT COUNT(*) FROM appointments WHERE visit_date = ? AND status = 'Checked in'", [$today]),
            'patients'  => (int) $this->db->value('SELECT COUNT(*) FROM patients'),
            'new'       => (int) $this->db->value('SELECT COUNT(*) FROM patients WHERE created_at >= ?', [date('Y-m-d', strtotime('-30 days'))]),
            'doctors'   => (int) $this->db->value('SELECT COUNT(*) FROM doctors WHERE is_active = 1'),
            'collected' => (int) $this->db->value('SELECT COALESCE(SUM(amount_paise), 0) FROM payments WHERE paid_at >= ?', [date('Y-m-d', strtotime('-13 days'))]),
            'due'       => (int) $this->db->value('SELECT COALESCE(SUM(due_paise), 0) FROM bill_totals'),
            'due_bills' => (int) $this->db->value('SELECT COUNT(*) FROM bill_totals WHERE due_paise > 0'),
        ];
    }

    /** @return array<string, int> date => paise, for every one of the last $days days */
    public function collections(int $days = 14): array
    {
        $series = [];
        for ($i = $days - 1; $i >= 0; $i--) {
            $series[date('Y-m-d', strtotime("-{$i} days"))] = 0;
        }
        $rows = $this->db->rows('SELECT paid_at, amount_paise FROM payments WHERE paid_at >= ?', [array_key_first($series)]);
        foreach ($rows as $row) {
            $series[substr($row['paid_at'], 0, 10)] += (int) $row['amount_paise'];
        }
        return $series;
    }

    /** Visits per department over the last 14 days and the coming week. */
    public function departments(): array
    {
        return $this->db->rows(
            "SELECT dep.name, COUNT(a.id) AS visits
             FROM departments dep
             JOIN doctors d ON d.department_id = dep.id
             LEFT JOIN appointments a ON a.doctor_id = d.id AND a.status <> 'Cancelled'
                   AND a.visit_date >= ?
             GROUP BY dep.name ORDER BY visits DESC, dep.name",
            [date('Y-m-d', strtotime('-13 days'))]
        );
    }
}
