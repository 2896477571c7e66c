import { expect, test } from 'vitest'

import { type Files, filesOf } from '../../../../test/findings/files.ts'
import { check } from '../check/check.ts'

const found = (files: Files) =>
  check(filesOf(files))
    .findings.filter(({ rule }) => rule === 'machine-path')
    .map(({ file, line }) => `${file}:${line}`)

test.each<[string, string, string]>([
  ['the server of an app', 'lib/api.dart', "const base = 'http://192.168.43.126:8080/shop';"],
  [
    'the service of an app',
    'Soap.java',
    'class Soap { String url = "http://192.168.43.60/shop/Service.asmx"; }',
  ],
  ['the server of a board', 'node.ino', 'const char* serverUrl = "http://10.46.209.33:6000/api/update";'],
  ['a camera', 'watch.py', "cap = cv2.VideoCapture('http://172.20.10.4:81/stream')"],
  ['a database', 'Db.java', 'String url = "jdbc:mysql://192.168.0.104:3306/shop";'],
  ['a host alone', 'client.py', "HOST = '192.168.0.104'"],
  ['a socket', 'Chat.java', 'Socket s = new Socket("192.168.0.104", 5000);'],
  [
    'an address in a resource',
    'res/values/strings.xml',
    '<string name="base_url">http://192.168.0.104/shop/</string>',
  ],
  [
    'a certificate of a domain',
    'nginx.conf',
    'ssl_certificate /etc/letsencrypt/live/mangoshop.in/fullchain.pem;',
  ],
  ['a picture of XAML', 'Views/Home.xaml', String.raw`<Image Source="G:\Shop\Assets\logo.jpg"/>`],
  [
    'a library of Eclipse',
    '.classpath',
    '<classpathentry kind="lib" path="D:/My Tools/jdbc/connector.jar"/>',
  ],
  [
    'a profile for publishing',
    'Properties/Shop.pubxml',
    String.raw`<publishUrl>D:\Sites\Published</publishUrl>`,
  ],
  [
    'the SDK of Android',
    'local.properties',
    String.raw`sdk.dir=C\:\\Users\\sita\\AppData\\Local\\Android\\Sdk`,
  ],
  [
    'private settings of NetBeans',
    'nbproject/private/private.properties',
    String.raw`user.properties.file=C:\\Users\\Sita\\AppData\\Roaming\\NetBeans\\build.properties`,
  ],
  ['settings of IIS Express', 'applicationhost.config', String.raw`<a physicalPath="D:\New folder\Shop" />`],
  ['a project of Visual Basic', 'Shop.vbproj', String.raw`<PublishUrl>C:\Users\Sita\Desktop\</PublishUrl>`],
])('%s is one of the author’s own computer or network', (_, path, text) => {
  expect(found({ [path]: text })).toEqual([`${path}:1`])
})

test('a file that an editor makes anew is found once, with the advice to leave it out', () => {
  const path = 'nbproject/private/private.properties'
  const { findings } = check(
    filesOf({ [path]: String.raw`a=C:\\Users\\Sita\\a` + '\n' + String.raw`b=C:\\Users\\Sita\\b` + '\n' }),
  )
  const own = findings.filter(({ rule }) => rule === 'machine-path')
  expect(own.map(({ line }) => line)).toEqual([1])
  expect(own[0]!.advice).toContain('Leave this file out')
})

test.each<[string, Files]>([
  ['a router in a README', { 'README.md': 'Open http://192.168.1.1/ to see the router.' }],
  [
    'the emulator of Android and every interface',
    {
      'lib/api.dart': "final base = 'http://10.0.2.2:5000/api';",
      'app.py': "app.run(host='0.0.0.0')\nurl = 'http://127.0.0.1:5000'",
    },
  ],
  [
    'a program about networks',
    {
      'scan.py':
        "subnet = '192.168.43.0/24'\nblocked_ip = '192.168.43.7'\nif not valid_ip(host := '10.46.2.33'): pass\nALLOWED_HOSTS = ['192.168.43.5']\norigins = ['http://192.168.43.5:3000']",
    },
  ],
  [
    'data with addresses',
    {
      'audit.py': `example = {"ip_address": "192.168.43.10", "user": "head"}`,
      'nginx.conf': 'ssl_certificate /etc/letsencrypt/live/example.com/fullchain.pem;',
    },
  ],
  ['a test', { 'tests/net.test.js': "fetch('http://192.168.43.5:3000/api')" }],
  [
    'a path that a server of the project serves',
    {
      'src/main/java/Shop.java':
        '@SpringBootApplication class Shop { public static void main(String[] a) {} }',
      'web/api.ts': "await post('http://localhost:8080/api/orders', order)",
      'web/more.ts': "await post('http://localhost:5000/api/orders', order)",
    },
  ],
  [
    'paths of every machine in files of editors',
    {
      'Shop.csproj': String.raw`<HintPath>..\packages\Json.dll</HintPath>`,
      '.classpath': '<classpathentry kind="con" path="org.eclipse.jdt.launching.JRE_CONTAINER"/>',
      'applicationhost.config': String.raw`<a physicalPath="%IIS_SITES_HOME%\WebSite1" />`,
    },
  ],
])('%s is none', (_, files) => {
  expect(found(files)).toEqual([])
})

test('with PHP an address on port 8080 is that of a folder of XAMPP', () => {
  expect(found({ 'index.php': `<a href="http://localhost:8080/shop/home.php">Home</a>` })).toEqual([
    'index.php:1',
  ])
})
