<?php
namespace Hms;

$isDesk = $auth->is('admin', 'reception');
$peak   = max(200000, (int) ceil(max($collections) / 200000) * 200000); // a round top line for the chart
$most   = max(1, ...array_map('intval', array_column($departments, 'visits')));
$cards  = [['Visits today', $stats['visits'], "{$stats['waiting']} waiting now"]];
$cards[] = ['Patients', $stats['patients'], "{$stats['new']} new in 30 days"];
if ($isDesk) {
    $cards[] = ['Collected, 14 days', money($stats['collected']), 'Cash, UPI and card'];
    $cards[] = ['Outstanding', money($stats['due']), "{$stats['due_bills']} bills to follow up"];
} else {
    $cards[] = ['My list today', count($queue), 'in slot order'];
    $cards[] = ['Doctors on duty', $stats['doctors'], 'across the OPD'];
}
?>
<header class="page">
  <div><h1>Namaste, <?= e(explode(' ', str_replace('Dr. ', '', $auth->user()['name']))[0]) ?></h1><p><?= date('l, j F Y') ?></p></div>
  <?php if ($isDesk): ?><a class="btn" href="/appointments"><?= icon('plus') ?>New appointment</a><?php endif ?>
</header>

<section class="stats">
  <?php foreach ($cards as [$label, $figure, $note]): ?>
  <div class="card stat"><span><?= $label ?></span><strong><?= e($figure) ?></strong><small><?= e($note) ?></small></div>
  <?php endforeach ?>
</section>

<div class="columns">
  <section class="card">
    <h2>Today's queue <em><?= count($queue) ?></em></h2>
    <div class="scroll">
    <table>
      <thead><tr><th>Slot</th><th>Patient</th><th>Doctor</th><th>Status</th></tr></thead>
      <tbody>
      <?php foreach ($queue as $v): ?>
        <tr>
          <td class="num"><?= e($v['slot']) ?></td>
          <td><a href="/appointments?visit=<?= $v['id'] ?>"><?= e($v['patient']) ?></a><small><?= age($v['dob']) ?> y, <?= e($v['gender']) ?></small></td>
          <td><?= e($v['doctor']) ?><small>Room <?= e($v['room']) ?></small></td>
          <td><span class="tag <?= slug($v['status']) ?>"><?= e($v['status']) ?></span></td>
        </tr>
      <?php endforeach ?>
      </tbody>
    </table>
    </div>
    <?php if (!$queue): ?><p class="muted">No appointments today.</p><?php endif ?>
  </section>

  <div class="stack">
    <?php if ($isDesk): ?>
    <section class="card">
      <h2>Collections, last 14 days</h2>
      <svg class="bars" viewBox="0 0 420 150" role="img" aria-label="Money collected on each of the last 14 days">
        <?php foreach ([0, 0.5, 1] as $line): ?>
        <line x1="44" x2="420" y1="<?= 122 - 108 * $line ?>" y2="<?= 122 - 108 * $line ?>"/>
        <text x="38" y="<?= 125 - 108 * $line ?>" text-anchor="end"><?= money((int) ($peak * $line)) ?></text>
        <?php endforeach ?>
        <?php $i = 0; foreach ($collections as $date => $amount): $h = round(108 * $amount / $peak, 1); $x = 50 + $i * 26.6; $i++; ?>
        <rect x="<?= $x ?>" y="<?= 122 - $h ?>" width="17" height="<?= $h ?>" rx="3" class="<?= $date === date('Y-m-d') ? 'today' : '' ?>"><title><?= day($date) ?>: <?= money($amount) ?></title></rect>
        <text x="<?= $x + 8.5 ?>" y="140" text-anchor="middle"><?= day($date, 'j') ?></text>
        <?php endforeach ?>
      </svg>
    </section>
    <?php endif ?>
    <section class="card">
      <h2>Visits by department</h2>
      <ul class="meters">
        <?php foreach ($departments as $d): ?>
        <li><span><?= e($d['name']) ?></span><meter min="0" max="<?= $most ?>" value="<?= $d['visits'] ?>"></meter><b><?= $d['visits'] ?></b></li>
        <?php endforeach ?>
      </ul>
    </section>
  </div>
</div>
