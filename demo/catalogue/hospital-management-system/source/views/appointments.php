<?php
namespace Hms;

$isDesk = $auth->is('admin', 'reception');
$slots  = Appointments::slots();
$shift  = static fn (string $by): string => date('Y-m-d', strtotime("{$date} {$by}"));
$csrf   = '<input type="hidden" name="_csrf" value="' . e($auth->csrf()) . '">';
$canBook = $isDesk && $date >= date('Y-m-d');
?>
<header class="page">
  <div><h1>Appointments</h1><p><?= day($date, 'l, j F Y') ?><?= $canBook ? '. Pick a free slot to book it.' : '' ?></p></div>
  <form class="days" action="/appointments">
    <a class="btn plain" href="?date=<?= $shift('-1 day') ?>" aria-label="Previous day">&lsaquo;</a>
    <input type="date" name="date" value="<?= e($date) ?>" onchange="this.form.submit()" aria-label="Date">
    <a class="btn plain" href="?date=<?= $shift('+1 day') ?>" aria-label="Next day">&rsaquo;</a>
    <a class="btn plain" href="/appointments">Today</a>
  </form>
</header>

<section class="card board scroll">
  <table>
    <thead><tr><th>Doctor</th><?php foreach ($slots as $s): ?><th class="<?= $s === '14:00' ? 'after-lunch' : '' ?>"><?= $s ?></th><?php endforeach ?></tr></thead>
    <tbody>
    <?php foreach ($doctors as $d): ?>
      <tr>
        <th><?= e($d['name']) ?><small><?= e($d['department']) ?>, room <?= e($d['room']) ?></small></th>
        <?php foreach ($slots as $s): $v = $board[$d['id']][$s] ?? null; ?>
        <td class="<?= $s === '14:00' ? 'after-lunch' : '' ?>">
          <?php if ($v): ?>
          <a class="slot <?= slug($v['status']) ?> <?= $visit && $visit['id'] === $v['id'] ? 'on' : '' ?>" href="?visit=<?= $v['id'] ?>" title="<?= e("{$v['patient']}: {$v['reason']}") ?>"><?= e(explode(' ', $v['patient'])[0]) ?></a>
          <?php elseif ($canBook): ?>
          <button class="slot free" data-open="book" data-fill="<?= e(json_encode(['doctor_id' => $d['id'], 'slot' => $s])) ?>" aria-label="Book <?= $s ?> with <?= e($d['name']) ?>">+</button>
          <?php else: ?><span class="slot none"></span><?php endif ?>
        </td>
        <?php endforeach ?>
      </tr>
    <?php endforeach ?>
    </tbody>
  </table>
  <p class="legend"><i class="booked"></i>Booked <i class="checked-in"></i>Checked in <i class="completed"></i>Completed</p>
</section>

<?php if ($visit): ?>
<section class="card visit">
  <div class="who">
    <span class="avatar big"><?= e(initials($visit['patient'])) ?></span>
    <div><h2><a href="/patients/<?= $visit['patient_id'] ?>"><?= e($visit['patient']) ?></a> <span class="tag <?= slug($visit['status']) ?>"><?= e($visit['status']) ?></span></h2>
      <p><?= e($visit['uhid']) ?> · <?= age($visit['dob']) ?> y, <?= e($visit['gender']) ?> · <?= e($visit['doctor']) ?>, <?= e($visit['slot']) ?><?= $visit['allergies'] ? ' · <b class="alert">Allergy: ' . e($visit['allergies']) . '</b>' : '' ?></p></div>
    <?php if ($isDesk): foreach (['Booked' => ['Checked in', 'Cancelled'], 'Checked in' => ['Cancelled']][$visit['status']] ?? [] as $next): ?>
    <form method="post" action="/appointments/<?= $visit['id'] ?>/status"><?= $csrf ?><input type="hidden" name="status" value="<?= $next ?>"><button class="btn <?= $next === 'Cancelled' ? 'plain' : '' ?>"><?= $next === 'Cancelled' ? 'Cancel visit' : 'Check in' ?></button></form>
    <?php endforeach; if ($visit['bill_id']): ?><a class="btn" href="/billing/<?= $visit['bill_id'] ?>">Open bill</a><?php endif; endif ?>
  </div>
  <?php if ($auth->is('doctor') && $visit['status'] === 'Checked in'): ?>
  <form class="grid2" method="post" action="/appointments/<?= $visit['id'] ?>/complete"><?= $csrf ?>
    <label>Diagnosis for "<?= e($visit['reason']) ?>" <textarea name="diagnosis" rows="3" required maxlength="500"></textarea></label>
    <label>Prescription, one medicine per line <textarea name="prescription" rows="3" maxlength="500"></textarea></label>
    <footer class="wide"><button class="btn">Complete visit</button></footer>
  </form>
  <?php else: ?>
  <dl class="facts">
    <div><dt>Reason</dt><dd><?= e($visit['reason']) ?></dd></div>
    <div><dt>Diagnosis</dt><dd><?= e($visit['diagnosis'] ?: 'Not recorded yet') ?></dd></div>
    <div class="wide"><dt>Prescription</dt><dd><?= nl2br(e($visit['prescription'] ?: 'Not recorded yet')) ?></dd></div>
  </dl>
  <?php endif ?>
</section>
<?php endif ?>

<?php if ($canBook): ?>
<dialog id="book">
  <form method="post" action="/appointments"><?= $csrf ?>
    <h2>Book an appointment</h2>
    <input type="hidden" name="visit_date" value="<?= e($date) ?>">
    <label>Patient <select name="patient_id" required><option value="">Choose a patient</option><?php foreach ($patients as $p): ?><option value="<?= $p['id'] ?>"><?= e("{$p['name']} · {$p['uhid']} · {$p['phone']}") ?></option><?php endforeach ?></select></label>
    <div class="grid2">
      <label>Doctor <select name="doctor_id"><?php foreach ($doctors as $d): ?><option value="<?= $d['id'] ?>"><?= e($d['name']) ?></option><?php endforeach ?></select></label>
      <label>Slot on <?= day($date, 'j M') ?> <select name="slot"><?php foreach ($slots as $s): ?><option><?= $s ?></option><?php endforeach ?></select></label>
    </div>
    <label>Reason for the visit <input name="reason" required maxlength="160"></label>
    <footer><button type="button" class="btn plain" data-close>Cancel</button><button class="btn">Book</button></footer>
  </form>
</dialog>
<?php endif ?>
