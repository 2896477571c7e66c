<?php
namespace Hms;

$isDesk = $auth->is('admin', 'reception');
$fill   = $patient ? array_intersect_key($patient, array_flip(['name', 'gender', 'dob', 'phone', 'blood_group', 'address', 'allergies'])) : [];
$form   = static function (string $id, string $action, string $heading) use ($auth): void { ?>
<dialog id="<?= $id ?>">
  <form method="post" action="<?= $action ?>">
    <input type="hidden" name="_csrf" value="<?= e($auth->csrf()) ?>">
    <h2><?= $heading ?></h2>
    <div class="grid2">
      <label>Full name <input name="name" required maxlength="80"></label>
      <label>Mobile <input name="phone" required pattern="[6-9][0-9]{9}" inputmode="numeric" title="10-digit mobile number"></label>
      <label>Date of birth <input type="date" name="dob" required max="<?= date('Y-m-d') ?>"></label>
      <label>Gender <select name="gender"><?php foreach (Patients::GENDERS as $g): ?><option><?= $g ?></option><?php endforeach ?></select></label>
      <label>Blood group <select name="blood_group"><option value="">Not known</option><?php foreach (Patients::BLOOD_GROUPS as $g): ?><option><?= $g ?></option><?php endforeach ?></select></label>
      <label>Allergies <input name="allergies" maxlength="200" placeholder="None known"></label>
    </div>
    <label>Address <input name="address" maxlength="200"></label>
    <footer><button type="button" class="btn plain" data-close>Cancel</button><button class="btn">Save</button></footer>
  </form>
</dialog>
<?php }; ?>
<header class="page">
  <div><h1>Patients</h1><p><?= count($list) ?> shown<?= $term !== '' ? ' for "' . e($term) . '"' : '' ?></p></div>
  <?php if ($isDesk): ?><button class="btn" data-open="register"><?= icon('plus') ?>Register patient</button><?php endif ?>
</header>
<div class="split">
  <section class="card list">
    <form class="search" action="/patients"><?= icon('search') ?><input name="q" value="<?= e($term) ?>" placeholder="Name, UHID or mobile" aria-label="Search patients"></form>
    <ol>
      <?php foreach ($list as $p): ?>
      <li><a href="/patients/<?= $p['id'] ?><?= $term !== '' ? '?q=' . e(urlencode($term)) : '' ?>" class="<?= $patient && $p['id'] === $patient['id'] ? 'on' : '' ?>">
        <span class="avatar"><?= e(initials($p['name'])) ?></span>
        <span><?= e($p['name']) ?><small><?= e($p['uhid']) ?></small></span>
        <small class="right"><?= $p['last_visit'] ? day($p['last_visit'], 'd M') : 'New' ?></small>
      </a></li>
      <?php endforeach ?>
    </ol>
    <?php if (!$list): ?><p class="muted">No patient matches.</p><?php endif ?>
  </section>

  <?php if ($patient): ?>
  <section class="card detail">
    <div class="who">
      <span class="avatar big"><?= e(initials($patient['name'])) ?></span>
      <div><h2><?= e($patient['name']) ?></h2><p><?= e($patient['uhid']) ?> · registered <?= day($patient['created_at']) ?></p></div>
      <?php if ($isDesk): ?>
      <button class="btn plain" data-open="edit" data-fill="<?= e(json_encode($fill)) ?>">Edit</button>
      <form method="post" action="/billing"><input type="hidden" name="_csrf" value="<?= e($auth->csrf()) ?>"><input type="hidden" name="patient_id" value="<?= $patient['id'] ?>"><button class="btn plain">New bill</button></form>
      <?php endif ?>
    </div>
    <dl class="facts">
      <div><dt>Age and gender</dt><dd><?= age($patient['dob']) ?> years, <?= e($patient['gender']) ?></dd></div>
      <div><dt>Blood group</dt><dd><?= e($patient['blood_group'] ?: 'Not known') ?></dd></div>
      <div><dt>Mobile</dt><dd><?= e($patient['phone']) ?></dd></div>
      <div><dt>Allergies</dt><dd class="<?= $patient['allergies'] ? 'alert' : '' ?>"><?= e($patient['allergies'] ?: 'None known') ?></dd></div>
      <div class="wide"><dt>Address</dt><dd><?= e($patient['address'] ?: 'Not given') ?></dd></div>
    </dl>
    <h3>Visits</h3>
    <ol class="timeline">
      <?php foreach ($visits as $v): ?>
      <li class="<?= slug($v['status']) ?>">
        <time><?= day($v['visit_date']) ?><small><?= e($v['slot']) ?></small></time>
        <div>
          <p><b><?= e($v['diagnosis'] ?: $v['reason']) ?></b> <span class="tag <?= slug($v['status']) ?>"><?= e($v['status']) ?></span></p>
          <p class="muted"><?= e($v['doctor']) ?>, <?= e($v['department']) ?></p>
          <?php if ($v['prescription']): ?><pre><?= e($v['prescription']) ?></pre><?php endif ?>
        </div>
      </li>
      <?php endforeach ?>
    </ol>
    <?php if (!$visits): ?><p class="muted">No visits yet.</p><?php endif ?>
  </section>
  <?php endif ?>
</div>
<?php
if ($isDesk) {
    $form('register', '/patients', 'Register patient');
    if ($patient) {
        $form('edit', "/patients/{$patient['id']}", 'Edit details');
    }
}
