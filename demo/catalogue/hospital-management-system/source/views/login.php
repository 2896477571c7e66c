<?php namespace Hms; ?>
<div class="login">
  <section class="login-art">
    <svg viewBox="0 0 480 200" aria-hidden="true"><path d="M0 110h130l18-40 26 88 30-140 28 120 16-28h232"/></svg>
    <h1><?= e($hospital['name']) ?></h1>
    <p>Appointments, patient records and billing for the out-patient department, in one place.</p>
    <small><?= e($hospital['address']) ?> · <?= e($hospital['phone']) ?></small>
  </section>
  <form class="login-form" method="post" action="/login">
    <input type="hidden" name="_csrf" value="<?= e($auth->csrf()) ?>">
    <h2>Sign in</h2>
    <label>E-mail <input type="email" name="email" required autofocus autocomplete="username"></label>
    <label>Password <input type="password" name="password" required autocomplete="current-password"></label>
    <button class="btn wide">Sign in</button>
    <dl class="demo">
      <dt>Admin</dt><dd>admin@hospital.test / admin123</dd>
      <dt>Doctor</dt><dd>anjali@hospital.test / doctor123</dd>
      <dt>Front desk</dt><dd>desk@hospital.test / desk1234</dd>
    </dl>
  </form>
</div>
