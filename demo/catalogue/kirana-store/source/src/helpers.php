<?php

declare(strict_types=1);

namespace Kirana;

/** Escapes text for HTML. */
function e(string|int|null $text): string
{
    return htmlspecialchars((string) $text, ENT_QUOTES);
}

/** 12345600 paise becomes "₹1,23,456"; paise are shown only when there are some. */
function rupees(int $paise): string
{
    $whole = (string) intdiv(abs($paise), 100);
    $head = substr($whole, 0, -3);
    $grouped = $head === '' ? $whole : preg_replace('/\B(?=(\d\d)+$)/', ',', $head) . ',' . substr($whole, -3);
    $rest = abs($paise) % 100;

    return ($paise < 0 ? '-' : '') . '₹' . $grouped . ($rest ? sprintf('.%02d', $rest) : '');
}

/** Typed rupees such as "1,250.50" to paise, or null when it is not an amount. */
function parseRupees(string $text): ?int
{
    $clean = str_replace(',', '', trim($text));
    if (!preg_match('/^(\d{1,7})(?:\.(\d{1,2}))?$/', $clean, $match)) {
        return null;
    }

    return (int) $match[1] * 100 + (int) str_pad($match[2] ?? '', 2, '0');
}

function csrfField(): string
{
    return '<input type="hidden" name="csrf" value="' . e($_SESSION['csrf']) . '">';
}

function showDate(string $time): string
{
    return date('j M Y, g:i a', strtotime($time));
}
