<?php

declare(strict_types=1);

namespace Kirana;

/** Stops a request and shows an error page with this status. */
final class HttpError extends \RuntimeException
{
    public function __construct(public readonly int $status, string $message)
    {
        parent::__construct($message);
    }
}
