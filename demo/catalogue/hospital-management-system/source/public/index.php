<?php

declare(strict_types=1);

/** Front controller: every URL of the application is in the table below. */

namespace Hms;

use DomainException;

require __DIR__ . '/../src/bootstrap.php';

$config = require __DIR__ . '/../config.php';
$db     = Database::connect(...$config['db']);
if ($db->driver() === 'sqlite' && !$db->isInstalled()) {
    require __DIR__ . '/../database/install.php';
    install($db);
}

$auth         = new Auth($db);
$patients     = new Patients($db);
$doctors      = new Doctors($db);
$billing      = new Billing($db);
$appointments = new Appointments($db, $billing);

/** Renders views/$name.php inside the layout; without a name, just a short message. */
$view = static function (?string $name, string $title, array $data = []) use ($auth, $config): void {
    extract($data);
    $hospital = $config['hospital'];
    if ($name !== null) {
        ob_start();
        require __DIR__ . "/../views/{$name}.php";
        $content = ob_get_clean();
    }
    require __DIR__ . '/../views/layout.php';
};
$refuse = static function (int $code, string $title, string $message) use ($view): void {
    http_response_code($code);
    $view(null, $title, ['message' => $message]);
};
$missing = static fn () => $refuse(404, 'Not found', 'There is nothing at this address, or it is not yours to see.');

$all    = ['admin', 'doctor', 'reception'];
$desk   = ['admin', 'reception'];
$routes = [];
$on = static function (string $method, string $path, ?array $roles, callable $handler) use (&$routes): void {
    $routes[] = [$method, '#^' . str_replace('{id}', '(\d+)', $path) . '$#', $roles, $handler];
};

// ---- Signing in -----------------------------------------------------------
$on('GET', '/login', null, static fn () => $auth->user() ? redirect('/') : $view('login', 'Sign in'));
$on('POST', '/login', null, static function () use ($auth): void {
    $form = fields('email*', 'password*');
    if (!$auth->attempt($form['email'], $form['password'])) {
        throw new DomainException('The e-mail or the password is not right.');
    }
    redirect('/');
});
$on('POST', '/logout', $all, static function () use ($auth): void {
    $auth->logout();
    redirect('/login');
});

// ---- Dashboard ------------------------------------------------------------
$on('GET', '/', $all, static function () use ($view, $db, $auth, $appointments): void {
    $dashboard = new Dashboard($db);
    $view('dashboard', 'Dashboard', [
        'stats'       => $dashboard->stats(),
        'collections' => $dashboard->collections(),
        'departments' => $dashboard->departments(),
        'queue'       => $appointments->onDate(date('Y-m-d'), $auth->doctorId()),
    ]);
});

// ---- Patients -------------------------------------------------------------
$patientPage = static function (?int $id = null) use ($view, $patients, $auth, $missing): void {
    $term = is_string($_GET['q'] ?? null) ? trim($_GET['q']) : '';
    $list = $patients->search($term, $auth->doctorId());
    $id ??= $list[0]['id'] ?? null;
    $patient = $id === null ? null : $patients->find((int) $id, $auth->doctorId());
    if ($id !== null && $patient === null) {
        $missing();
        return;
    }
    $view('patients', 'Patients', [
        'list' => $list, 'patient' => $patient, 'term' => $term, 'visits' => $patient ? $patients->visits((int) $id) : [],
    ]);
};
$patientForm = static fn (): array => fields('name*', 'gender*', 'dob*', 'phone*', 'blood_group', 'address', 'allergies');
$on('GET', '/patients', $all, static fn () => $patientPage());
$on('GET', '/patients/{id}', $all, static fn (int $id) => $patientPage($id));
$on('POST', '/patients', $desk, static function () use ($patients, $patientForm): void {
    $id = $patients->save($patientForm());
    redirect("/patients/{$id}", 'Patient registered.');
});
$on('POST', '/patients/{id}', $desk, static function (int $id) use ($patients, $patientForm): void {
    $patients->save($patientForm(), $id);
    redirect("/patients/{$id}", 'Details saved.');
});

// ---- Appointments ---------------------------------------------------------
$on('GET', '/appointments', $all, static function () use ($view, $appointments, $doctors, $patients, $auth): void {
    $date  = is_string($_GET['date'] ?? null) && is_date($_GET['date']) ? $_GET['date'] : date('Y-m-d');
    $visit = isset($_GET['visit']) ? $appointments->find((int) $_GET['visit'], $auth->doctorId()) : null;
    $view('appointments', 'Appointments', [
        'date'     => $visit['visit_date'] ?? $date,
        'visit'    => $visit,
        'doctors'  => $doctors->all(true, $auth->doctorId()),
        'board'    => $appointments->board($visit['visit_date'] ?? $date, $auth->doctorId()),
        'patients' => $patients->search(limit: 500),
    ]);
});
$on('POST', '/appointments', $desk, static function () use ($appointments): void {
    $f  = fields('patient_id*', 'doctor_id*', 'visit_date*', 'slot*', 'reason*');
    $id = $appointments->book((int) $f['patient_id'], (int) $f['doctor_id'], $f['visit_date'], $f['slot'], clip($f['reason'], 160));
    redirect("/appointments?visit={$id}", 'Appointment booked.');
});
$on('POST', '/appointments/{id}/status', $desk, static function (int $id) use ($appointments): void {
    $status = fields('status*')['status'];
    if ($status === 'Completed') {
        throw new DomainException('Only the doctor can complete a visit.');
    }
    $appointments->changeStatus($id, $status);
    redirect("/appointments?visit={$id}", "Marked as {$status}.");
});
$on('POST', '/appointments/{id}/complete', ['doctor'], static function (int $id) use ($appointments, $auth): void {
    $f = fields('diagnosis*', 'prescription');
    $appointments->find($id, $auth->doctorId()) ?? throw new DomainException('This is not your appointment.');
    $appointments->complete($id, $f['diagnosis'], $f['prescription']);
    redirect("/appointments?visit={$id}", 'Visit completed. The consultation bill is at the desk.');
});

// ---- Doctors --------------------------------------------------------------
$on('GET', '/doctors', $desk, static fn () => $view('doctors', 'Doctors', [
    'doctors' => $doctors->all(), 'departments' => $doctors->departments(),
]));
$on('POST', '/doctors', ['admin'], static function () use ($doctors): void {
    $f = fields('name*', 'department_id*', 'qualification*', 'phone*', 'room*', 'fee*', 'email*', 'password*');
    $doctors->add([
        'name' => $f['name'], 'department_id' => (int) $f['department_id'], 'qualification' => $f['qualification'],
        'phone' => $f['phone'], 'room' => $f['room'], 'fee_paise' => paise($f['fee']),
    ], $f['email'], $f['password']);
    redirect('/doctors', 'Doctor added, with a login.');
});
$on('POST', '/doctors/{id}/toggle', ['admin'], static function (int $id) use ($doctors): void {
    $doctors->toggle($id);
    redirect('/doctors', 'Availability changed.');
});

// ---- Billing --------------------------------------------------------------
$billingPage = static function (?int $id = null) use ($view, $billing, $missing): void {
    $filter = ($_GET['show'] ?? '') === 'due' ? 'due' : 'all';
    $list   = $billing->recent($filter);
    $id   ??= $list[0]['id'] ?? null;
    $bill   = $id === null ? null : $billing->find((int) $id);
    if ($id !== null && $bill === null) {
        $missing();
        return;
    }
    $view('billing', 'Billing', ['list' => $list, 'bill' => $bill, 'filter' => $filter]);
};
$on('GET', '/billing', $desk, static fn () => $billingPage());
$on('GET', '/billing/{id}', $desk, static fn (int $id) => $billingPage($id));
$on('POST', '/billing', $desk, static function () use ($billing, $patients): void {
    $patient = $patients->find((int) fields('patient_id*')['patient_id']) ?? throw new DomainException('Patient not found.');
    redirect('/billing/' . $billing->create((int) $patient['id']), 'New bill opened. Add its lines.');
});
$on('POST', '/billing/{id}/items', $desk, static function (int $id) use ($billing): void {
    $f = fields('description*', 'quantity*', 'rate*');
    $billing->addItem($id, clip($f['description'], 120), (int) $f['quantity'], paise($f['rate']));
    redirect("/billing/{$id}", 'Line added.');
});
$on('POST', '/billing/{id}/discount', ['admin'], static function (int $id) use ($billing): void {
    $billing->discount($id, paise(fields('amount*')['amount']));
    redirect("/billing/{$id}", 'Discount saved.');
});
$on('POST', '/billing/{id}/payments', $desk, static function (int $id) use ($billing): void {
    $f = fields('amount*', 'method*');
    $billing->pay($id, paise($f['amount']), $f['method']);
    redirect("/billing/{$id}", 'Payment received.');
});

// ---- Dispatch -------------------------------------------------------------
$method = $_SERVER['REQUEST_METHOD'];
$path   = rtrim((string) parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH), '/') ?: '/';
foreach ($routes as [$verb, $pattern, $roles, $handler]) {
    if ($verb !== $method || !preg_match($pattern, $path, $match)) {
        continue;
    }
    if ($roles !== null && $auth->user() === null) {
        redirect('/login');
    }
    if ($roles !== null && !$auth->is(...$roles)) {
        $refuse(403, 'Not allowed', 'Your role does not have access to this page.');
        return;
    }
    try {
        if ($method === 'POST' && !$auth->csrfIsValid()) {
            throw new DomainException('This form had expired. Please send it again.');
        }
        $handler(...array_map('intval', array_slice($match, 1)));
    } catch (DomainException $e) {
        flash($e->getMessage(), 'error');
        $back = (string) ($_SERVER['HTTP_REFERER'] ?? '/');
        $isOurs = parse_url($back, PHP_URL_HOST) === parse_url('//' . ($_SERVER['HTTP_HOST'] ?? ''), PHP_URL_HOST);
        redirect($isOurs ? $back : '/');
    }
    return;
}
$missing();
