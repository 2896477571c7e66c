<?php

declare(strict_types=1);

namespace Kirana;

/** Somebody else was faster. */
final class OutOfStock extends \RuntimeException
{
    public function __construct(public readonly string $product)
    {
        parent::__construct("$product is no longer available in that quantity.");
    }
}
