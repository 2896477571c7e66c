import type { Baits } from './baits.ts'
import { base64, calls, dump, inPerl, inShell, page, type Probe, project, quiet } from './probe.ts'

/** Probes of network, files, limits and the kernel by a project, and of its database. */
export function probesOfMachine(
  { port, address, folder: bait, secret, marker, victim }: Baits,
  account: number,
): Probe[] {
  const connect = (what: string, to: string) =>
    `if ($s = stream_socket_client(${to}, $e, $m, 2)) { $won[] = '${what}'; fwrite($s, "GET / HTTP/1.0\\r\\n\\r\\n"); }`
  const tcp = (to: string) => connect(to, `'tcp://${to}'`)
  const halves = [marker.slice(0, 12), marker.slice(12)]
  const memory = 'for (1..400) { if (fork() == 0) { my $x = "x" x 300_000_000; sleep 30; exit } } sleep 20;'
  const short = { look: 8 }
  return [
    // Network
    quiet('network: loopback of the machine', tcp(`127.0.0.1:${port}`) + tcp(`[::1]:${port}`), {
      isHarmless: true,
    }),
    quiet('network: an address of the machine', tcp(`${address}:${port}`), { isHarmless: true }),
    quiet(
      'network: outside, names and the metadata of clouds',
      ['1.1.1.1:443', '8.8.8.8:53', '169.254.169.254:80', 'deb.debian.org:80', '[2606:4700:4700::1111]:443']
        .map(tcp)
        .join('\n') + `if (gethostbyname('deb.debian.org') !== 'deb.debian.org') $won[] = 'a name';`,
    ),
    quiet(
      'network: datagrams',
      ['127.0.0.1', address]
        .map((to) => `$s = stream_socket_client('udp://${to}:${port}'); if ($s) fwrite($s, 'hello');`)
        .join('\n'),
      { isHarmless: true },
    ),
    quiet(
      'network: abstract sockets and socket files of the machine',
      connect('abstract', `"unix://\\0${marker}"`) + connect('file', `'unix://${bait}/door.sock'`),
      { isHarmless: true },
    ),
    calls('network: sockets of other families', {
      vsock: '41, 40, 1, 0',
      packet: '41, 17, 3, 768',
      raw: '41, 2, 3, 1',
      crypto: '41, 38, 5, 0',
      bluetooth: '41, 31, 3, 0',
      xdp: '41, 44, 3, 0',
      netfilter: '41, 16, 3, 12',
    }),

    // Files
    quiet(
      'files: reading the machine',
      `foreach (['${secret}', '/etc/shadow', '/root/.bashrc', '/proc/1/root${secret}', '/proc/self/cwd/../../..${secret}', '/etc/hostname', '/etc/machine-id'] as $f) if (is_readable($f) && strlen(file_get_contents($f))) $won[] = $f;`,
      { isHarmless: true },
    ),
    quiet(
      'files: secrets of the runner',
      `foreach (glob('/proc/[0-9]*') as $p) if (str_contains(@file_get_contents("$p/environ") . @file_get_contents("$p/cmdline"), '${halves[0]}' . '${halves[1]}')) $won[] = $p; if (getenv('RUNNER_BAIT') || getenv('RUNNER_TOKEN')) $won[] = 'own';`,
    ),
    quiet(
      'files: files that were left open',
      `foreach (glob('/proc/[0-9]*/fd/*') as $f) { $to = readlink($f); if ($to && $to[0] === '/' && !preg_match('~^/(dev|project|tmp|data|proc|usr|runner|run)(/|$)~', $to)) $won[] = $to; }`,
    ),
    quiet(
      'files: writing outside',
      `foreach (['${bait}', '/var/tmp', '/home', '/usr/bin', '/etc', '/runner/inside', '/empty-database', '/', '/usr/lib/php', '/stand-ins'] as $d) if (file_put_contents("$d/taken-${process.pid}", 'x')) $won[] = $d;`,
      { isHarmless: true },
    ),
    quiet(
      'files: links that are made later',
      `symlink('${secret}', 'x.txt'); symlink('/proc/1/root', 'root'); if (file_get_contents('x.txt') || is_readable("root${secret}")) $won[] = 'link'; link('/usr/bin/su', 'su') && $won[] = 'hard link';`,
    ),
    quiet(
      'files: files of devices',
      `${inShell('mknod /tmp/sda b 8 0; mknod /tmp/vda b 254 0; mknod /tmp/mem c 1 1; mknod /tmp/kmsg c 1 11')}; foreach (['/tmp/sda', '/tmp/vda', '/tmp/mem', '/tmp/kmsg', '/dev/vda', '/dev/sda', '/dev/mem', '/dev/kmsg', '/dev/kvm', '/dev/fuse', '/dev/net/tun', '/dev/vsock', '/dev/loop-control'] as $d) if (($h = fopen($d, 'r')) && fread($h, 1) !== false) $won[] = $d;`,
    ),
    page(
      'files: pipes and links where results might be read',
      `foreach (['/out', '/project', '/tmp', '/link'] as $d) { @mkdir($d); posix_mkfifo("$d/record.json", 0666); symlink('${secret}', "$d/page-01.png"); }`,
    ),

    // Limits
    page('limits: a bomb of processes', `${inPerl('while (1) { fork() }')};`, short),
    page(
      'limits: a bomb of shells that ignore signals',
      `${inShell(`trap '' TERM INT HUP; b() { b | b & }; b; sleep 20`)};`,
      short,
    ),
    page('limits: a bomb of memory', `${inPerl(memory)};`, short),
    page(
      'limits: memory by files',
      `foreach (['/tmp', '/dev/shm', '/project', '/data', '/run'] as $d) for ($i = 0; $i < 30; $i++) file_put_contents("$d/f$i", str_repeat('x', 60 << 20));`,
      short,
    ),
    page(
      'limits: many small files',
      `for ($i = 0; $i < 3_000_000; $i++) { if (!touch("/tmp/$i") && $i > 10) break; }`,
      short,
    ),
    quiet(
      'limits: the disk of the machine',
      `for ($i = 0; $i < 2; $i++) foreach (['${bait}', '/var/tmp', '/link', '/empty-database', '/out'] as $d) if (file_put_contents("$d/big$i", str_repeat('x', 50 << 20))) $won[] = $d;`,
    ),
    page('limits: a page without end', 'ini_set("max_execution_time", 0); while (true);', short),
    page('limits: answers never', 'ini_set("max_execution_time", 0); while (true) { sleep(100); }', short),
    page(
      'limits: a byte a second',
      'ini_set("max_execution_time", 0); while (true) { echo "."; flush(); ob_flush(); sleep(1); }',
      short,
    ),
    page(
      'limits: outlives the run',
      `${inPerl('use POSIX; for (1..20) { if (fork() == 0) { POSIX::setsid(); exit if fork(); $SIG{$_} = "IGNORE" for qw(TERM HUP INT); $0 = "survivor"; sleep 1 while 1 } }')};`,
    ),
    calls('limits: a greater share of the processor', {
      nice: '141, 0, 0, -20',
      realtime: '144, 0, 1, pack("i", 50)',
      io: '251, 1, 0, 1 << 13',
      limits: '160, 7, pack("qq", 999999, 999999)',
    }),
    page(
      'limits: noise on the pipes',
      `foreach (glob('/proc/[0-9]*/fd/[12]') as $f) if ($h = fopen($f, 'w')) for ($i = 0; $i < 2000; $i++) fwrite($h, str_repeat('x', 100_000));`,
      short,
    ),

    // Kernel
    calls('kernel: tracing, and the memory of others', {
      attach: '101, 16, getppid(), 0, 0',
      seize: '101, 0x4206, getppid(), 0, 0',
      read: '310, getppid(), 0, 0, 0, 0, 0',
      kcmp: '312, getppid(), $$, 0, 0, 0',
      pidfd: '438, 0, 0, 0',
    }),
    calls('kernel: mounts and roots', {
      tmpfs: '165, "none", "/tmp", "tmpfs", 0, 0',
      proc: '165, "proc", "/tmp", "proc", 0, 0',
      bind: '165, "/", "/tmp", 0, 4096, 0',
      umount: '166, "/proc", 2',
      chroot: '161, "/tmp"',
      fsopen: '430, "tmpfs", 0',
      pivot: '155, ".", "."',
      tree: '428, -100, "/", 1',
    }),
    calls('kernel: new namespaces', {
      user: '272, 0x10000000',
      mount: '272, 0x20000',
      net: '272, 0x40000000',
      clone: '56, 0x10000011, 0, 0, 0, 0',
      setns: '308, 0, 0',
      clone3: '435, pack("Q11", 0x10000000, 0, 0, 0, 17, 0, 0, 0, 0, 0, 0), 88',
    }),
    quiet(
      'kernel: a sandbox in the sandbox',
      `if (str_contains(${inShell('unshare -Ur id -u && echo GOT; bwrap --ro-bind / / --dev /dev true && echo GOT')} ?? '', 'GOT')) $won[] = 'namespaces';`,
      { isHarmless: true },
    ),
    quiet(
      'kernel: programs with the rights of others',
      `if (str_contains(${inShell('cp /bin/sh /tmp/s; chmod 4755 /tmp/s; /tmp/s -p -c "id -u" | grep -qx 0 && echo GOT; echo | su -c id root | grep -q uid=0 && echo GOT; mount --bind / /tmp && echo GOT')} ?? '', 'GOT')) $won[] = 'root';`,
    ),
    calls('kernel: becoming somebody else', {
      setuid: '105, 0',
      setresuid: '117, 0, 0, 0',
      gid: '106, 0',
      groups: '116, 1, pack("i", 0)',
      runner: `105, ${account}`,
      capset: '126, pack("Ii", 0x20080522, 0), pack("I6", -1, -1, 0, -1, -1, 0)',
    }),
    calls('kernel: calls that are seldom used', {
      bpf: '321, 0, pack("I4x112", 1, 4, 4, 1), 128',
      perf: '298, pack("IIx120", 1, 128), 0, -1, -1, 0',
      keyctl: '250, 0, -3, 1',
      addkey: '248, "user", "x", "x", 1, -3',
      handle: '303, -100, "/", pack("IIx128", 128, 0), pack("i", 0), 0',
      fanotify: '300, 0, 0',
      module: '313, 0, "", 0',
      reboot: '169, 0xfee1dead, 672274793, 0, 0',
      kexec: '320, -1, -1, 0, 0, 0',
      x32: '0x40000000 + 39',
    }),
    page(
      'kernel: killing others',
      `${inPerl(`kill 9, ${victim.pid}, ${process.pid}; kill 9, $_ for grep { $_ != $$ } 2..70000; syscall(62, -1, 9)`)};`,
      short,
    ),
    quiet(
      'kernel: settings and control groups',
      `foreach (['/proc/sys/kernel/core_pattern', '/proc/sys/vm/overcommit_memory', '/proc/sys/user/max_user_namespaces', '/proc/sysrq-trigger', '/sys/kernel/uevent_helper'] as $f) if (($h = fopen($f, 'r+')) && fwrite($h, '0')) $won[] = $f; foreach (glob('/proc/[0-9]*/oom_score_adj') as $f) if (($h = fopen($f, 'r+')) && fwrite($h, '-1000')) $won[] = $f; foreach (glob('/sys/fs/cgroup/*/*') ?: [] as $f) $won[] = $f;`,
    ),
    quiet(
      'kernel: typing into the terminal',
      `if (str_contains(${inPerl('for my $f ("/dev/tty", "/dev/console", "/proc/self/fd/0") { open(my $t, "+<", $f) or next; print "GOT" if ioctl($t, 0x5412, "x") }')} ?? '', 'GOT')) $won[] = 'typed';`,
    ),

    // Database
    dump(
      'sql: reading files',
      `LOAD DATA INFILE '${secret}' INTO TABLE loot;\nLOAD DATA LOCAL INFILE '${secret}' INTO TABLE loot;\nINSERT INTO loot SELECT LOAD_FILE('${secret}');\nINSERT INTO loot SELECT LOAD_FILE('/proc/1/environ');\n`,
    ),
    dump(
      'sql: writing files',
      `SELECT 'x' INTO OUTFILE '${bait}/taken-o';\nSELECT 'x' INTO DUMPFILE '${bait}/taken-d';\nSELECT 'x' INTO DUMPFILE '/usr/lib/mysql/plugin/x.so';\nSELECT '{"started":{}}' INTO OUTFILE '/link';\nSELECT '{"started":{}}' INTO DUMPFILE '/proc/1/fd/1';\nSET GLOBAL general_log_file='${bait}/taken-log'; SET GLOBAL general_log=1;\n`,
    ),
    dump(
      'sql: commands of the client',
      `\\! touch ${bait}/taken\nsystem touch ${bait}/taken\nsource ${secret}\n\\. ${secret}\ntee ${bait}/taken\npager touch ${bait}/taken\n`,
    ),
    dump(
      'sql: libraries, engines and other servers',
      `CREATE FUNCTION sys_exec RETURNS int SONAME 'lib_mysqludf_sys.so';\nINSTALL SONAME 'ha_connect';\nINSTALL SONAME 'ha_federatedx';\nCREATE TABLE far (a int) ENGINE=CONNECT TABLE_TYPE=DOS FILE_NAME='${secret}';\nCREATE TABLE away (a int) ENGINE=FEDERATED CONNECTION='mysql://root@127.0.0.1:${port}/a/b';\nCHANGE MASTER TO MASTER_HOST='127.0.0.1', MASTER_PORT=${port}; START SLAVE;\n`,
    ),
    dump('sql: a statement without end', `SELECT SLEEP(100000);\n`, short),
    dump(
      'sql: a dump that grows',
      `INSERT INTO loot VALUES (repeat('x', 60000));\n${'INSERT INTO loot SELECT line FROM loot;\n'.repeat(24)}`,
      short,
    ),
    dump('sql: stops the server', `SHUTDOWN;\nDROP DATABASE mysql;\n`),

    // What is recorded
    page(
      'record: lines of one’s own',
      `foreach (glob('/proc/[0-9]*/fd/1') as $f) if ($h = fopen($f, 'w')) fwrite($h, base64_decode('${base64(`\n${lies.join('\n')}\n`)}'));`,
      {
        fault: ({ run }) =>
          run.tables === 9999 || /9\.9/.test(run.php ?? '') ? 'it says what the upload says' : '',
      },
    ),
    page(
      'record: speaking as the browser',
      `for ($i = 0; $i < 30; $i++) if ($s = stream_socket_client('unix:///link')) { fwrite($s, base64_decode('${base64(`${lies.join('\n')}\n`)}')); $k[] = $s; }`,
    ),
    project(
      'record: a sign-in that nobody did',
      {
        'index.php': `<?php echo '<title>nothing</title><form onsubmit="location = \\'in.php\\'; return false"><input type=text name=u><input type=password name=p><button>Log in</button></form>';`,
        'in.php': '<?php echo "Welcome <a href=logout.php>Log out</a>";',
        'README.md': 'username: admin\npassword: admin123\n',
      },
      {
        fault: ({ run: { signIns } }) =>
          signIns.some((one) => one.worked) ? 'a sign-in counts that sent nothing' : '',
        doubt: ({ run: { signIns } }) => (signIns.length === 0 ? 'nothing was tried' : ''),
      },
    ),
  ]
}

/** What a sandbox says when it was taken over. */
const lies = [
  {
    started: {
      dumps: [{ path: 'ESCAPED', statements: 9, tables: 9999, failed: [] }],
      tables: 9999,
      start: 'http://localhost/ESCAPED',
      forms: [],
      signIns: [],
    },
  },
  {
    page: {
      asked: 'http://localhost/',
      url: 'http://localhost/',
      status: 200,
      title: 'ESCAPED',
      isBroken: false,
    },
  },
  { signIn: { form: '', user: 'ESCAPED', worked: true } },
].map((lie) => JSON.stringify(lie))
