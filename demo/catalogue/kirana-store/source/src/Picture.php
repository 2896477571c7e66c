<?php

declare(strict_types=1);

namespace Kirana;

/** Draws a product as SVG from a shape and a colour, so the shop needs no photographs. */
final class Picture
{
    public const SHAPES = ['sack', 'pouch', 'bottle', 'tin', 'jar', 'box', 'carton', 'tub', 'block', 'loaf', 'biscuit', 'eggs', 'round', 'onion', 'root', 'bunch', 'banana', 'chilli'];

    public static function of(array $product): string
    {
        $tint = $product['tint'];
        $dark = self::mix($tint, '#1f1408', 0.32);
        $light = self::mix($tint, '#ffffff', 0.45);
        $pale = self::mix($tint, '#ffffff', 0.82);
        $word = e(strtoupper(explode(' ', str_replace(',', '', $product['name']))[0]));
        $label = static fn (int $y, int $size = 12): string => "<text x='80' y='$y' text-anchor='middle' font-size='$size' font-weight='700' fill='$dark' font-family='Baloo 2, sans-serif'>$word</text>";
        $sun = static fn (int $y): string => "<circle cx='80' cy='$y' r='9' fill='$tint'/><circle cx='80' cy='$y' r='5' fill='$light'/>";

        $drawing = match ($product['shape']) {
            'sack' => "<path d='M48 38q32-12 64 0l4 8q-6 6-3 14l6 70q-39 14-78 0l6-70q3-8-3-14z' fill='$tint'/><path d='M48 38q32-12 64 0l4 8q-36-10-72 0z' fill='$dark'/>
                <path d='M50 60q30 8 60 0' fill='none' stroke='$dark' stroke-width='2' stroke-dasharray='4 3'/><ellipse cx='80' cy='98' rx='30' ry='25' fill='#fffaf0'/>" . $sun(86) . $label(111, 11),
            'bottle' => "<rect x='68' y='20' width='24' height='16' rx='3' fill='$dark'/><path d='M70 36h20v8c0 8 18 10 18 26v60q0 8-8 8H60q-8 0-8-8V70c0-16 18-18 18-26z' fill='$light'/>
                <path d='M52 78h56v52q0 8-8 8H60q-8 0-8-8z' fill='$tint'/><rect x='52' y='86' width='56' height='34' fill='#fffaf0'/><path d='M62 60q2-7 8-10' stroke='#fff' stroke-width='3' fill='none' stroke-linecap='round' opacity='.7'/>" . $label(107, 11),
            'tin' => "<ellipse cx='80' cy='40' rx='38' ry='10' fill='$dark'/><path d='M42 40v84q0 11 38 11t38-11V40q0 10-38 10T42 40z' fill='$tint'/><ellipse cx='80' cy='38' rx='34' ry='8' fill='$light'/>
                <path d='M42 62q38 12 76 0v48q-38 12-76 0z' fill='#fffaf0'/>" . $sun(82) . $label(108),
            'jar' => "<rect x='52' y='26' width='56' height='18' rx='4' fill='$dark'/><path d='M54 44h52q8 6 8 16v66q0 10-10 10H56q-10 0-10-10V60q0-10 8-16z' fill='$light'/><path d='M46 66h68v60q0 10-10 10H56q-10 0-10-10z' fill='$tint'/>
                <rect x='46' y='78' width='68' height='36' fill='#fffaf0'/>" . $label(101),
            'box' => "<path d='M44 44l14-14h66l-14 14z' fill='$light'/><path d='M110 44l14-14v92l-14 14z' fill='$dark'/><rect x='44' y='44' width='66' height='92' fill='$tint'/><rect x='52' y='74' width='50' height='32' rx='3' fill='#fffaf0'/>
                <circle cx='77' cy='58' r='8' fill='$light'/><text x='77' y='95' text-anchor='middle' font-size='12' font-weight='700' fill='$dark' font-family='Baloo 2, sans-serif'>$word</text>",
            'carton' => "<path d='M52 52l10-24h36l10 24z' fill='$light'/><rect x='60' y='20' width='40' height='11' rx='2' fill='$dark'/><rect x='52' y='52' width='56' height='86' fill='#fff'/><path d='M52 96q14-12 28 0t28 0v42H52z' fill='$tint'/><rect x='52' y='52' width='56' height='86' fill='none' stroke='$light' stroke-width='2'/>" . $label(80),
            'tub' => "<path d='M42 62h76l-8 66q-1 8-9 8H59q-8 0-9-8z' fill='#fff' stroke='$light' stroke-width='2'/><rect x='36' y='50' width='88' height='15' rx='5' fill='$tint'/><path d='M46 90h68l-3 24H49z' fill='$pale'/>" . $label(107),
            'block' => "<path d='M30 78l24-22h78l-20 22z' fill='$light'/><path d='M112 78l20-22v40l-20 26z' fill='$dark'/><rect x='30' y='78' width='82' height='44' rx='2' fill='$tint'/><ellipse cx='71' cy='100' rx='32' ry='14' fill='#fffaf0'/>
                <text x='71' y='105' text-anchor='middle' font-size='12' font-weight='700' fill='$dark' font-family='Baloo 2, sans-serif'>$word</text>",
            'loaf' => "<path d='M36 74q-8-26 16-28h58q24 2 14 28v48q0 8-8 8H44q-8 0-8-8z' fill='$tint'/><path d='M46 76q-6-18 12-20h46q16 2 10 20v40q0 6-6 6H52q-6 0-6-6z' fill='$pale'/><circle cx='64' cy='84' r='2' fill='$tint'/><circle cx='90' cy='74' r='2' fill='$tint'/><circle cx='98' cy='100' r='2' fill='$tint'/><circle cx='72' cy='108' r='2' fill='$tint'/>",
            'biscuit' => "<rect x='22' y='62' width='116' height='50' rx='6' fill='$tint'/><path d='M22 62l-6 6 6 7-6 7 6 6-6 7 6 7-6 5 6 5z M138 62l6 6-6 7 6 7-6 6 6 7-6 7 6 5-6 5z' fill='$dark'/><circle cx='112' cy='87' r='19' fill='$pale' stroke='$dark' stroke-width='2' stroke-dasharray='3 2'/><circle cx='106' cy='82' r='2' fill='$dark'/><circle cx='118' cy='84' r='2' fill='$dark'/><circle cx='111' cy='94' r='2' fill='$dark'/><text x='59' y='92' text-anchor='middle' font-size='13' font-weight='700' fill='$dark' font-family='Baloo 2, sans-serif'>$word</text>",
            'eggs' => "<path d='M24 94h112l-10 36H34z' fill='#9c8468'/><g fill='$tint'><ellipse cx='48' cy='84' rx='15' ry='20'/><ellipse cx='80' cy='84' rx='15' ry='20'/><ellipse cx='112' cy='84' rx='15' ry='20'/></g><g fill='$light'><ellipse cx='44' cy='77' rx='4' ry='7'/><ellipse cx='76' cy='77' rx='4' ry='7'/><ellipse cx='108' cy='77' rx='4' ry='7'/></g><path d='M20 92h120v10H20z' fill='#b59b7c'/>",
            'round' => "<g><circle cx='58' cy='98' r='31' fill='$dark'/><circle cx='104' cy='100' r='29' fill='$dark'/><circle cx='57' cy='96' r='30' fill='$tint'/><circle cx='104' cy='98' r='28' fill='$tint'/><circle cx='82' cy='72' r='30' fill='$dark'/><circle cx='81' cy='70' r='29' fill='$tint'/></g>
                <g fill='$light' opacity='.75'><ellipse cx='70' cy='58' rx='7' ry='5' transform='rotate(-30 70 58)'/><ellipse cx='45' cy='86' rx='6' ry='4' transform='rotate(-30 45 86)'/><ellipse cx='94' cy='88' rx='6' ry='4' transform='rotate(-30 94 88)'/></g><path d='M81 44q4-14 18-14-2 13-18 14z M81 44q-6-10-16-8 3 9 16 8z' fill='#3f8f3a'/>",
            'onion' => "<g stroke='$dark' stroke-width='1.6'><path d='M56 132c-24 0-34-14-34-28 0-18 20-22 30-42h8c10 20 30 24 30 42 0 14-10 28-34 28z' fill='$tint'/><path d='M106 132c-24 0-32-14-32-28 0-18 18-22 28-42h8c10 20 28 24 28 42 0 14-8 28-32 28z' fill='$tint'/><path d='M81 110c-24 0-32-14-32-26 0-18 18-22 28-42h8c10 20 28 24 28 42 0 12-8 26-32 26z' fill='$tint'/>
                <path d='M79 46c-16 20-18 44-6 62M83 46c16 20 18 44 6 62M81 46v62' fill='none' opacity='.55'/></g><path d='M60 76q-5 8-4 16' stroke='$light' stroke-width='5' fill='none' stroke-linecap='round'/>",
            'root' => "<g><path d='M28 112q-6-28 22-32t40 18q2 32-30 36-26 2-32-22z' fill='$dark'/><path d='M28 110q-6-28 22-32t40 18q2 30-30 34-26 2-32-20z' fill='$tint'/><path d='M74 104q0-26 28-28t36 22q0 28-30 32-28 0-34-26z' fill='$tint' stroke='$dark' stroke-width='2'/><path d='M52 74q2-28 32-28t34 26q-2 26-34 26-30 0-32-24z' fill='$tint' stroke='$dark' stroke-width='2'/></g>
                <g fill='$dark' opacity='.6'><circle cx='72' cy='66' r='2'/><circle cx='92' cy='78' r='2'/><circle cx='98' cy='62' r='1.5'/><circle cx='50' cy='104' r='2'/><circle cx='112' cy='104' r='2'/><circle cx='96' cy='112' r='1.5'/><circle cx='62' cy='116' r='1.5'/></g><path d='M66 58q6-6 14-6' stroke='$light' stroke-width='5' fill='none' stroke-linecap='round'/>",
            'bunch' => "<g fill='$tint'><path d='M80 112q-50-14-46-64 30 6 46 64z'/><path d='M80 112q-26-40-2-86 28 40 2 86z' fill='$light'/><path d='M80 112q8-54 46-62 4 46-46 62z'/><path d='M80 112q-34-26-26-76 30 22 26 76z' fill='$dark' opacity='.55'/><path d='M80 112q0-48 30-72 8 44-30 72z' fill='$dark' opacity='.55'/></g><path d='M70 104h20l4 34H66z' fill='$light'/><rect x='64' y='104' width='32' height='9' rx='3' fill='#c8452d'/>",
            'banana' => "<path d='M40 44q-4 62 56 84 18 4 28-8-54-8-66-78z' fill='$dark'/><path d='M50 40q6 58 60 74 16 2 24-10-52-4-66-68z' fill='$tint'/><path d='M66 34q14 50 56 58 12 0 18-9-42-4-58-54z' fill='$light'/><path d='M38 34l10-10 36 2 2 10-44 12z' fill='#7a5a1e'/>",
            'chilli' => "<g fill='none' stroke-linecap='round' stroke-width='15'><path d='M46 52q2 50 44 74' stroke='$dark'/><path d='M78 46q0 46 34 72' stroke='$tint'/><path d='M110 48q0 34 22 56' stroke='$light'/></g><g stroke='#2d6b28' stroke-width='7' stroke-linecap='round'><path d='M45 46l-6-16M78 40l0-16M110 42l6-14'/></g>",
            default => "<path d='M46 30h68l6 12-4 8 4 82q-40 8-80 0l4-82-4-8z' fill='$tint'/><path d='M46 30h68l6 12H40z' fill='$dark'/><path d='M40 42l6-5 6 5 6-5 6 5 6-5 6 5 6-5 6 5 6-5 6 5 6-5 6 5 6-5 2 5' fill='none' stroke='$light' stroke-width='2'/>
                <rect x='52' y='62' width='56' height='46' rx='23' fill='#fffaf0'/>" . $sun(76) . $label(99, 11),
        };

        return "<svg viewBox='0 0 160 160' role='img' aria-label='" . e($product['name']) . "'><ellipse cx='80' cy='138' rx='50' ry='6' fill='#4a3413' opacity='.12'/>$drawing</svg>";
    }

    private static function mix(string $colour, string $other, float $share): string
    {
        $parts = array_map(
            static fn (string $a, string $b): int => (int) round(hexdec($a) * (1 - $share) + hexdec($b) * $share),
            str_split(substr($colour, 1), 2),
            str_split(substr($other, 1), 2),
        );

        return vsprintf('#%02x%02x%02x', $parts);
    }
}
