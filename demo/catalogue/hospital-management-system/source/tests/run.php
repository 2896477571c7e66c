<?php

declare(strict_types=1);

/** Checks of the rules that matter, on a fresh in-memory database:  php tests/run.php */

namespace Hms;

use DomainException;

require __DIR__ . '/../database/install.php';

$db = Database::connect('sqlite::memory:');
install($db);
$billing      = new Billing($db);
$appointments = new Appointments($db, $billing);
$patients     = new Patients($db);
$tomorrow     = date('Y-m-d', strtotime('+30 days')); // a day with no sample visits

$failed = 0;
$check = static function (string $what, bool $ok) use (&$failed): void {
    echo $ok ? 'ok    ' : 'FAIL  ', $what, PHP_EOL;
    $failed += $ok ? 0 : 1;
};
$refused = static function (callable $work): bool {
    try {
        $work();
        return false;
    } catch (DomainException) {
        return true;
    }
};

$check('money uses Indian grouping', money(12345678900) === '₹12,34,56,789' && money(99950) === '₹999.50' && money(100000) === '₹1,000');
$check('rupees typed in a form become paise', paise('1,250.5') === 125050 && $refused(fn () => paise('12.345')) && $refused(fn () => paise('-5')));
$check('real dates only', is_date('2024-02-29') && !is_date('2023-02-29'));

$visit = $appointments->book(1, 1, $tomorrow, '10:00', 'Review');
$check('a free slot can be booked', $visit > 0);
$check('a taken slot is refused', $refused(fn () => $appointments->book(2, 1, $tomorrow, '10:00', 'Review')));
$check('a patient cannot be in two rooms', $refused(fn () => $appointments->book(1, 2, $tomorrow, '10:00', 'Review')));
$check('a past date is refused', $refused(fn () => $appointments->book(2, 1, '2020-01-01', '10:00', 'Review')));
$check('the lunch break is refused', $refused(fn () => $appointments->book(2, 1, $tomorrow, '13:00', 'Review')));

$other = $appointments->book(2, 1, $tomorrow, '11:00', 'Review');
$appointments->changeStatus($other, 'Cancelled');
$check('a cancelled slot is free again', $appointments->book(3, 1, $tomorrow, '11:00', 'Review') > 0);
$check('a visit must be checked in before it is completed', $refused(fn () => $appointments->complete($visit, 'x', '')));
$check('and the failed attempt leaves no bill behind', $appointments->find($visit)['bill_id'] === null);

$appointments->changeStatus($visit, 'Checked in');
$billId = $appointments->complete($visit, 'Healthy', 'None');
$check('completing raises a bill for the fee', (int) $billing->find($billId)['due_paise'] === 90000);
$billing->addItem($billId, 'ECG', 2, 35000);
$billing->discount($billId, 10000);
$check('totals: lines less discount', (int) $billing->find($billId)['net_paise'] === 150000);
$check('overpayment is refused', $refused(fn () => $billing->pay($billId, 150001, 'Cash')));
$billing->pay($billId, 50000, 'UPI');
$check('part payment shows as part paid', Billing::status($billing->find($billId)) === 'Part paid');
$check('a discount cannot exceed the balance', $refused(fn () => $billing->discount($billId, 110001)));
$billing->pay($billId, 100000, 'Card');
$check('full payment closes the bill', Billing::status($billing->find($billId)) === 'Paid');

$record = ['name' => 'Test', 'gender' => 'Male', 'dob' => '1990-01-01', 'phone' => '9812345678', 'blood_group' => 'O+', 'address' => '', 'allergies' => ''];
$check('a patient gets the next UHID', str_ends_with((string) $patients->find($patients->save($record))['uhid'], '00025'));
$check('a bad mobile number is refused', $refused(fn () => $patients->save(['phone' => '12345'] + $record)));
$check('search finds by mobile', count($patients->search('9812345678')) === 1);
$check('a doctor cannot open another doctor\'s patient', $patients->find(25, 1) === null);

echo $failed === 0 ? "All passed.\n" : "{$failed} failed.\n";
exit($failed === 0 ? 0 : 1);
