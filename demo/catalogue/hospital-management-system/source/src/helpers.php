<?php

declare(strict_types=1);

namespace Hms;

use DateTimeImmutable;
use DomainException;

function e(mixed $value): string
{
    return htmlspecialchars((string) $value, ENT_QUOTES, 'UTF-8');
}

/** 12345600 paise -> "₹1,23,456" (Indian grouping; paise shown only when there are any). */
function money(int|string|null $paise): string
{
    $paise  = (int) $paise;
    $rupees = (string) intdiv(abs($paise), 100);
    $last   = substr($rupees, -3);
    $rest   = preg_replace('/\B(?=(\d{2})+$)/', ',', substr($rupees, 0, -3));
    $cents  = abs($paise) % 100;
    return ($paise < 0 ? '-' : '') . '₹' . ($rest !== '' ? "{$rest}," : '') . $last . ($cents ? sprintf('.%02d', $cents) : '');
}

/** "1,250.50" typed in a form -> 125050 paise. */
function paise(string $rupees): int
{
    $clean = str_replace([',', ' '], '', $rupees);
    if (!preg_match('/^(\d{1,6})(?:\.(\d{1,2}))?$/', $clean, $m)) {
        throw new DomainException('Enter the amount in rupees, for example 500 or 500.50.');
    }
    return (int) $m[1] * 100 + (int) str_pad($m[2] ?? '', 2, '0');
}

function day(string $date, string $format = 'd M Y'): string
{
    return (new DateTimeImmutable($date))->format($format);
}

function age(string $dob): int
{
    return (new DateTimeImmutable($dob))->diff(new DateTimeImmutable('today'))->y;
}

function initials(string $name): string
{
    $parts = explode(' ', str_replace('Dr. ', '', $name));
    return strtoupper(clip($parts[0], 1) . (count($parts) > 1 ? clip(end($parts), 1) : ''));
}

function slug(string $status): string
{
    return strtolower(str_replace(' ', '-', $status));
}

function is_date(string $value): bool
{
    $date = DateTimeImmutable::createFromFormat('!Y-m-d', $value);
    return $date !== false && $date->format('Y-m-d') === $value;
}

/** Reads and trims the named POST fields; "name*" marks a required one. */
function fields(string ...$names): array
{
    $data = [];
    foreach ($names as $name) {
        $key   = rtrim($name, '*');
        $value = is_string($_POST[$key] ?? null) ? trim($_POST[$key]) : '';
        if ($value === '' && $key !== $name) {
            throw new DomainException('Please fill in: ' . str_replace('_', ' ', $key) . '.');
        }
        $data[$key] = clip($value, 500);
    }
    return $data;
}

/** Cuts a UTF-8 string without needing the mbstring extension. */
function clip(string $value, int $length): string
{
    return preg_match('/^.{0,' . $length . '}/us', $value, $m) ? $m[0] : '';
}

function flash(?string $message = null, string $kind = 'ok'): ?array
{
    if ($message !== null) {
        $_SESSION['flash'] = ['text' => $message, 'kind' => $kind];
        return null;
    }
    $flash = $_SESSION['flash'] ?? null;
    unset($_SESSION['flash']);
    return $flash;
}

function redirect(string $path, ?string $message = null): never
{
    if ($message !== null) {
        flash($message);
    }
    header('Location: ' . $path, true, 303);
    exit;
}

/** Line icons, drawn on a 24 x 24 grid. */
function icon(string $name): string
{
    $paths = [
        'dashboard'    => '<rect x="3" y="3" width="8" height="10" rx="2"/><rect x="13" y="3" width="8" height="6" rx="2"/><rect x="3" y="15" width="8" height="6" rx="2"/><rect x="13" y="11" width="8" height="10" rx="2"/>',
        'appointments' => '<rect x="3" y="5" width="18" height="16" rx="3"/><path d="M3 10h18M8 3v4M16 3v4M9 15l2 2 4-4"/>',
        'patients'     => '<circle cx="9" cy="8" r="4"/><path d="M2 21c0-4 3-7 7-7s7 3 7 7M16 4a4 4 0 0 1 0 8M18 14c2.5.8 4 3.5 4 7"/>',
        'doctors'      => '<path d="M6 3v6a5 5 0 0 0 10 0V3M6 3H4M16 3h2M11 14v2a5 5 0 0 0 10 0v-2"/><circle cx="21" cy="12" r="2"/>',
        'billing'      => '<path d="M6 2h12v20l-3-2-3 2-3-2-3 2zM9 7h6M9 11h6M9 15h3"/>',
        'logout'       => '<path d="M15 4h3a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-3M10 8l-4 4 4 4M6 12h10"/>',
        'search'       => '<circle cx="11" cy="11" r="7"/><path d="m20 20-4-4"/>',
        'plus'         => '<path d="M12 5v14M5 12h14"/>',
        'print'        => '<path d="M7 9V3h10v6M7 17H4v-6a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v6h-3M7 14h10v7H7z"/>',
    ];
    return '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">' . ($paths[$name] ?? '') . '</svg>';
}
