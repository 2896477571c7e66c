import type { Baits } from './baits.ts'
import { base64, calls, inPerl, page, type Probe, project, quiet } from './probe.ts'

const hello = { name: 'index.html', content: '<title>nothing</title>tried' }
const bytes = { bytes: 1024 * 1024 }

/** Our own probes: of the ZIP, the relay and the lines by which a project reaches the runner, and of what sandboxes share. */
export function probesOfRunner({ folder: bait, secret }: Baits): Probe[] {
  const refused = (words: RegExp): Pick<Probe, 'fault' | 'doubt'> => ({
    fault: ({ run }) => (run.machineError === null && run.error === null ? 'it was not refused' : ''),
    doubt: ({ run }) => (words.test(run.machineError ?? '') ? '' : `${run.machineError ?? run.error}`),
  })
  return [
    {
      name: 'zip: names that lead elsewhere',
      kind: 'static',
      files: [
        hello,
        { name: `../../../../../..${bait}/taken`, content: 'x' },
        { name: `${bait}/taken-2`, content: 'x' },
      ],
      ...refused(/leads elsewhere/),
    },
    {
      name: 'zip: links, pipes and devices',
      kind: 'php',
      files: [
        {
          name: 'index.php',
          content: `<?php $won = []; foreach (scandir('.') as $f) if (is_link($f) || !in_array(filetype($f), ['file', 'dir'])) $won[] = $f; echo '<title>', $won ? 'ESCAPED ' . implode(' ', $won) : 'nothing', '</title><a href=a.html>a</a> <a href=folder/secret.txt>b</a>';`,
        },
        { name: 'a.html', content: secret, mode: 0o120777 },
        { name: 'folder', content: bait, mode: 0o120777 },
        { name: 'pipe.sql', content: '', mode: 0o010666 },
        { name: 'disk.html', content: '', mode: 0o060666 },
        { name: 'su', content: '#!/bin/sh\nid', mode: 0o104755 },
      ],
    },
    {
      name: 'zip: a bomb that says that it is small',
      kind: 'static',
      files: [hello, { name: 'bomb', content: Buffer.alloc(100 * 1024 * 1024), isDeflated: true, size: 100 }],
      task: bytes,
      fault: ({ run }) => (run.machineError && run.mebibytes < 500 ? '' : `it took ${run.mebibytes} MiB`),
      doubt: () => '',
    },
    {
      name: 'zip: more files than were said',
      kind: 'static',
      files: [hello, ...Array.from({ length: 5000 }, (_, at) => ({ name: `f/${at}`, content: 'x' }))],
      task: { files: 10, ...bytes },
      ...refused(/more than 20 files|larger than it should/),
    },
    {
      name: 'zip: more bytes than were said',
      kind: 'static',
      files: [hello, { name: 'large', content: Buffer.alloc(40 * 1024 * 1024, 'x') }],
      task: { files: 2, bytes: 1000 },
      ...refused(/larger/),
    },
    page(
      'relay: lines that send without end and answer never',
      `for ($i = 0; $i < 300; $i++) if ($s = @stream_socket_client('unix:///link', $e, $m, 1)) { stream_set_blocking($s, false); $all[] = $s; } for ($n = 0; $n < 3000; $n++) foreach ($all as $s) @fwrite($s, str_repeat('x', 1 << 20));`,
      { look: 8 },
    ),
    page(
      'input: what is left in the pipe of the project',
      `foreach (glob('/proc/[0-9]*/fd/0') as $f) { $h = @fopen($f, 'r'); if (!$h) continue; stream_set_blocking($h, false); $text = @fread($h, 65536); if ($text !== false && strlen($text)) $won[] = $f . $text; }`,
    ),
    quiet(
      'record: pictures of its own',
      `foreach (glob('/proc/[0-9]*/fd/1') as $f) if ($h = fopen($f, 'w')) fwrite($h, base64_decode('${base64(`\n${JSON.stringify({ page: { title: 'ESCAPED' }, picture: base64('\x89PNG\r\n\x1a\n'.padEnd(200, 'x')) })}\n`)}'));`,
    ),
    quiet(
      'kernel: memory and queues that processes share',
      `if (str_contains(${inPerl('my $id = syscall(29, 0x52454144, 0, 0); print "GOT" if $id >= 0; my $q = syscall(68, 0x52454144, 0); print "GOT" if $q >= 0;')} ?? '', 'GOT')) $won[] = 'shared memory';`,
      { isHarmless: true },
    ),
    calls('kernel: io_uring', {
      setup: '425, 8, pack("x120")',
      enter: '426, 0, 0, 0, 0, 0, 0',
      register: '427, -1, 22, 0, 0',
    }),
    calls('kernel: faults that programs handle', {
      userfaultfd: '323, 1',
      secret: '447, 0',
      madvise: '440, 0, 0, 0, 0, 0',
    }),
    quiet(
      'files: a sandbox of somebody else',
      `foreach (glob('/proc/[0-9]*/root') as $r) foreach (['/stand-ins', '/tmp/profile', '${bait}'] as $d) if (is_dir($r . $d)) $won[] = $r . $d;`,
    ),
    project(
      'record: texts that turn, hide and never end',
      {
        'index.php': `<?php echo '<title>', "\\u{202e}evil\\u{2066}\\u{0007}", str_repeat('x', 5000), '</title>'; for ($i = 0; $i < 500; $i++) echo "Warning: \\u{202e}", str_repeat('y', 300), " $i in /a.php on line 1<br>"; echo '<script>for (let i = 0; i < 50; i++) alert("\\u202e" + "z".repeat(5000))</script>';`,
      },
      {
        fault: ({ pages: [page] }) =>
          /\p{Cc}|[\u202e\u2066]/u.test(page?.title ?? '') || JSON.stringify(page).length > 16_000
            ? 'it was taken as it is'
            : '',
      },
    ),
  ]
}
