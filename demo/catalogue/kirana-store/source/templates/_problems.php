<?php use function Kirana\e; ?>
<?php if ($problems): ?>
    <ul class="problems" role="alert"><?php foreach ($problems as $problem): ?><li><?= e($problem) ?></li><?php endforeach ?></ul>
<?php endif ?>
