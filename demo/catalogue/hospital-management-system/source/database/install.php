<?php

declare(strict_types=1);

/**
 * Creates the tables and fills them with sample data.
 *   php database/install.php
 * With SQLite the front controller also does this by itself on the very first request.
 */

namespace Hms;

require_once __DIR__ . '/../src/bootstrap.php';

function install(Database $db): void
{
    $db->runScript(__DIR__ . '/schema.' . ($db->driver() === 'mysql' ? 'mysql' : 'sqlite') . '.sql');
    $db->transaction(static function () use ($db): void {
        seed($db);
    });
}

function seed(Database $db): void
{
    mt_srand(2026); // the same sample data every time, relative to today's date

    $doctors = [
        // name, department, qualification, room, fee in rupees
        ['Dr. Anjali Deshpande', 'Cardiology', 'MD, DM (Cardiology)', '201', 900],
        ['Dr. Rohit Kulkarni', 'Orthopaedics', 'MS (Ortho)', '105', 700],
        ['Dr. Meera Iyer', 'Paediatrics', 'MD (Paediatrics)', '110', 600],
        ['Dr. Imran Shaikh', 'General Medicine', 'MD (Medicine)', '101', 500],
        ['Dr. Kavita Rao', 'Gynaecology', 'MS (OBG)', '208', 750],
        ['Dr. Suresh Nair', 'ENT', 'MS (ENT)', '112', 600],
        ['Dr. Pooja Bhatt', 'Dermatology', 'MD (DVL)', '115', 650],
        ['Dr. Arvind Patil', 'General Medicine', 'MBBS, DNB', '102', 450],
    ];
    $departmentIds = [];
    foreach ($doctors as $i => [$name, $department, $qualification, $room, $fee]) {
        $departmentIds[$department] ??= $db->insert('departments', ['name' => $department]);
        $db->insert('doctors', [
            'department_id' => $departmentIds[$department], 'name' => $name, 'qualification' => $qualification,
            'phone' => '98220' . (41000 + $i * 137), 'room' => $room, 'fee_paise' => $fee * 100,
        ]);
    }

    $logins = [
        ['Neha Joshi', 'admin@hospital.test', 'admin123', 'admin', null],
        ['Dr. Anjali Deshpande', 'anjali@hospital.test', 'doctor123', 'doctor', 1],
        ['Sunil Pawar', 'desk@hospital.test', 'desk1234', 'reception', null],
    ];
    foreach ($logins as [$name, $email, $password, $role, $doctorId]) {
        $db->insert('users', [
            'name' => $name, 'email' => $email, 'role' => $role, 'doctor_id' => $doctorId,
            'password_hash' => password_hash($password, PASSWORD_DEFAULT),
        ]);
    }

    $patients = [
        ['Aarav Mehta', 'Male', '1988-04-12'], ['Sneha Kulkarni', 'Female', '1994-09-30'], ['Ramesh Gaikwad', 'Male', '1961-01-18'],
        ['Fatima Ansari', 'Female', '1979-06-05'], ['Vikram Singh', 'Male', '1972-11-23'], ['Priya Nambiar', 'Female', '1999-02-14'],
        ['Ishaan Chavan', 'Male', '2018-07-09'], ['Lakshmi Venkatesh', 'Female', '1956-03-27'], ['Harpreet Kaur', 'Female', '1985-12-01'],
        ['Manoj Jadhav', 'Male', '1990-08-16'], ['Ananya Ghosh', 'Female', '2001-05-20'], ['Abdul Rahman', 'Male', '1968-10-10'],
        ['Tanvi Shinde', 'Female', '2015-01-25'], ['Karan Malhotra', 'Male', '1996-06-18'], ['Sunita Yadav', 'Female', '1983-02-08'],
        ['Joseph Dsouza', 'Male', '1959-09-03'], ['Ritu Agarwal', 'Female', '1991-07-29'], ['Nikhil Bhosale', 'Male', '2004-04-04'],
        ['Geeta Pillai', 'Female', '1966-12-19'], ['Omkar Sawant', 'Male', '1987-05-11'], ['Zoya Khan', 'Female', '1998-10-22'],
        ['Advait Limaye', 'Male', '2019-03-15'], ['Shalini Menon', 'Female', '1993-08-27'], ['Yash Thakur', 'Male', '2012-11-02'],
    ];
    $areas = ['Kothrud', 'Aundh', 'Hadapsar', 'Baner', 'Shivajinagar', 'Wakad', 'Camp', 'Katraj'];
    foreach ($patients as $i => [$name, $gender, $dob]) {
        $daysAgo = (int) round((24 - $i) * 3.4);
        $db->insert('patients', [
            'uhid' => sprintf('SH%s%05d', date('y'), $i + 1), 'name' => $name, 'gender' => $gender, 'dob' => $dob,
            'phone' => '9' . mt_rand(700000000, 999999999), 'blood_group' => Patients::BLOOD_GROUPS[mt_rand(0, 7)],
            'address' => mt_rand(2, 90) . ', ' . $areas[$i % 8] . ', Pune', 'allergies' => ['', '', 'Penicillin', '', 'Dust', ''][$i % 6],
            'created_at' => date('Y-m-d 10:15:00', strtotime("-{$daysAgo} days")),
        ]);
    }

    /** One likely complaint, finding, prescription and extra bill lines per department. */
    $cases = [
        'Cardiology'       => ['Chest discomfort on exertion', 'Stable angina; ECG normal', "Tab. Aspirin 75 mg, once daily\nTab. Atorvastatin 20 mg, at night", [['ECG', 350], ['2D Echo', 1800]]],
        'Orthopaedics'     => ['Knee pain for two weeks', 'Early osteoarthritis, right knee', "Tab. Aceclofenac 100 mg, twice daily after food\nPhysiotherapy, 10 sittings", [['X-ray knee, 2 views', 600]]],
        'Paediatrics'      => ['Fever and cough', 'Viral upper respiratory infection', "Syp. Paracetamol 5 ml, if fever\nSteam inhalation", [['Nebulisation', 150]]],
        'General Medicine' => ['Fever for three days', 'Viral fever; dengue NS1 negative', "Tab. Paracetamol 650 mg, three times daily\nPlenty of fluids", [['CBC', 300], ['Dengue NS1', 900]]],
        'Gynaecology'      => ['Routine antenatal check', '24 weeks, normal growth', "Tab. Iron and folic acid, once daily\nTab. Calcium 500 mg, twice daily", [['Obstetric USG', 1200]]],
        'ENT'              => ['Ear ache, left side', 'Otitis externa', "Ear drops Ofloxacin, 3 drops twice daily", [['Ear toilet', 400]]],
        'Dermatology'      => ['Itching and rash on arms', 'Contact dermatitis', "Cream Mometasone, at night for 7 days\nTab. Cetirizine 10 mg, at night", []],
    ];
    $billing = new Billing($db);
    $slots   = Appointments::slots();
    $pools   = ['child' => [], 'woman' => [], 'adult' => []];
    foreach ($patients as $i => [, $gender, $dob]) {
        if (age($dob) < 16) {
            $pools['child'][] = $i + 1;
        } else {
            $pools['adult'][] = $i + 1;
            if ($gender === 'Female' && age($dob) < 45) {
                $pools['woman'][] = $i + 1;
            }
        }
    }
    $turn = ['child' => 0, 'woman' => 0, 'adult' => 0];
    for ($offset = -13; $offset <= 4; $offset++) {
        $date = date('Y-m-d', strtotime("{$offset} days"));
        if ($offset !== 0 && date('N', strtotime($date)) === '7') {
            continue; // the out-patient department is closed on Sundays
        }
        foreach ($doctors as $d => [$name, $department, , , $fee]) {
            $visits = $offset === 0 ? mt_rand(2, 4) : mt_rand(0, 2);
            $pool   = ['Paediatrics' => 'child', 'Gynaecology' => 'woman'][$department] ?? 'adult';
            $picks  = (array) array_rand(array_flip($slots), max(1, $visits));
            foreach ($visits === 0 ? [] : $picks as $n => $slot) {
                [$reason, $diagnosis, $prescription, $extras] = $cases[$department];
                $status = $offset > 0 ? 'Booked' : ($offset < 0 ? (mt_rand(1, 12) === 1 ? 'Cancelled' : 'Completed')
                        : ($slot < '11:00' ? 'Completed' : ($slot < '12:30' ? 'Checked in' : 'Booked')));
                $done   = $status === 'Completed';
                $pid    = $pools[$pool][$turn[$pool]++ % count($pools[$pool])];
                $visit  = $db->insert('appointments', [
                    'patient_id' => $pid, 'doctor_id' => $d + 1, 'visit_date' => $date, 'slot' => $slot, 'reason' => $reason,
                    'status' => $status, 'diagnosis' => $done ? $diagnosis : '', 'prescription' => $done ? $prescription : '',
                    'created_at' => date('Y-m-d 09:00:00', strtotime($date . ' -2 days')),
                ]);
                if (!$done) {
                    continue;
                }
                $bill = $billing->create($pid, $visit, "{$date} {$slot}:00");
                $billing->addItem($bill, "Consultation, {$name}", 1, $fee * 100);
                foreach (mt_rand(0, 1) ? $extras : [] as [$test, $rate]) {
                    $billing->addItem($bill, $test, 1, $rate * 100);
                }
                $due   = (int) $billing->find($bill)['due_paise'];
                $share = [1, 1, 1, 1, 0.5, 0][mt_rand(0, 5)];
                if ($share > 0) {
                    $billing->pay($bill, (int) ($due * $share), Billing::METHODS[mt_rand(0, 2)], "{$date} {$slot}:20");
                }
            }
        }
    }
}

if (PHP_SAPI === 'cli' && realpath($_SERVER['argv'][0]) === __FILE__) {
    $config = require __DIR__ . '/../config.php';
    $db = Database::connect(...$config['db']);
    if ($db->isInstalled()) {
        exit("Already installed. Empty the database (or delete storage/hospital.sqlite) to start again.\n");
    }
    install($db);
    echo "Installed on {$db->driver()}. Sign in with admin@hospital.test / admin123\n";
}
