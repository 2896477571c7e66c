<?php
namespace Hms;

$isAdmin = $auth->is('admin');
$csrf    = '<input type="hidden" name="_csrf" value="' . e($auth->csrf()) . '">';
?>
<header class="page">
  <div><h1>Doctors</h1><p><?= count(array_filter($doctors, static fn ($d) => $d['is_active'])) ?> on duty in <?= count($departments) ?> departments</p></div>
  <?php if ($isAdmin): ?><button class="btn" data-open="add"><?= icon('plus') ?>Add doctor</button><?php endif ?>
</header>
<div class="cards">
  <?php foreach ($doctors as $d): ?>
  <article class="card doctor <?= $d['is_active'] ? '' : 'away' ?>">
    <header><span class="avatar big"><?= e(initials($d['name'])) ?></span><div><h2><?= e($d['name']) ?></h2><p><?= e($d['qualification']) ?></p></div></header>
    <p class="dept"><?= e($d['department']) ?> · Room <?= e($d['room']) ?></p>
    <dl><div><dt>Today</dt><dd><?= $d['today'] ?></dd></div><div><dt>Seen</dt><dd><?= $d['seen'] ?></dd></div><div><dt>Fee</dt><dd><?= money($d['fee_paise']) ?></dd></div></dl>
    <?php if ($isAdmin): ?>
    <form method="post" action="/doctors/<?= $d['id'] ?>/toggle"><?= $csrf ?><button class="link"><?= $d['is_active'] ? 'Mark as on leave' : 'Back on duty' ?></button></form>
    <?php endif ?>
  </article>
  <?php endforeach ?>
</div>
<?php if ($isAdmin): ?>
<dialog id="add">
  <form method="post" action="/doctors"><?= $csrf ?>
    <h2>Add doctor</h2>
    <div class="grid2">
      <label>Name <input name="name" required maxlength="80" placeholder="Dr. "></label>
      <label>Qualification <input name="qualification" required maxlength="80"></label>
      <label>Department <select name="department_id"><?php foreach ($departments as $d): ?><option value="<?= $d['id'] ?>"><?= e($d['name']) ?></option><?php endforeach ?></select></label>
      <label>Phone <input name="phone" required maxlength="15"></label>
      <label>Room <input name="room" required maxlength="10"></label>
      <label>Consultation fee (₹) <input name="fee" required inputmode="decimal"></label>
      <label>Login e-mail <input type="email" name="email" required></label>
      <label>Password <input type="password" name="password" required minlength="8" autocomplete="new-password"></label>
    </div>
    <footer><button type="button" class="btn plain" data-close>Cancel</button><button class="btn">Add</button></footer>
  </form>
</dialog>
<?php endif ?>
