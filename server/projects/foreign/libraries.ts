import { endingOf, type Foreign, isCode, nameOf, type UploadedFile } from './files.ts'

/** Names of files by which libraries are published; a version, `.min` or another part may follow. */
const fileNames =
  /^(?:jquery|bootstrap|popper|font-?awesome|all\.min|fontawesome|chart|moment|select2|datatables?|fullcalendar|owl\.carousel|slick|swiper|aos|wow|isotope|masonry|lightbox|fancybox|magnific-popup|animate|modernizr|html5shiv|respond|raphael|morris|d3|three|leaflet|lodash|underscore|backbone|angular|react|react-dom|vue|axios|sweetalert2?|toastr|dropzone|ckeditor|tinymce|summernote|codemirror|prism|highlight|waypoints|counterup|scrollreveal|tether|holder|knockout|handlebars|require|easing|parallax|particles|typed|validate|flexslider|nivo|superfish|hoverintent|nicescroll|slimscroll|perfect-scrollbar|metismenu|feather|ionicons|materialize|semantic|foundation|normalize|pure|bulma|skeleton|p5|phaser|socket\.io|gsap|anime|face-api|tf|opencv|qrcode|jspdf|html2canvas|xlsx|papaparse|crypto-js|dexie|sql-wasm)(?:[.-][\w.-]*)?\.(?:js|mjs|cjs|css|ts|scss|less)$/i

/** PHP classes that are copied as files of their own. */
const phpNames =
  /^(?:class\.(?:phpmailer|smtp|pop3)\.php|PHPMailer(?:Autoload)?\.php|SMTP\.php|POP3\.php|fpdf\.php|tcpdf\.php|mpdf\.php|qrlib\.php|phpqrcode\.php|simple_html_dom\.php|Smarty\.class\.php|nusoap\.php|PHPExcel\.php|xlsxwriter\.class\.php|SimpleXLSX\.php|class\.upload\.php)$/i

/** Bytes from which a file with the name of a library is the library, and not code that uses it. */
const minLetters = 4000

/** Bytes from which nobody has written a script or style sheet by hand. */
const tooLarge = 300 * 1024

/** The library that a single file is: by a name or size that says so, or by the way in which libraries are wrapped. */
export function libraryFile({ path, size = 0, text = '' }: UploadedFile): Omit<Foreign, 'place'> | undefined {
  const name = nameOf(path)
  const isOfBrowser = /\.(?:js|css|mjs)$/i.test(name)
  const isMade =
    /[.-](?:min|bundle|chunk|pack(?:ed)?)\.(?:js|css|mjs)(?:\.map)?$/i.test(name) ||
    /\.(?:js|css)\.map$/i.test(name)
  const isNamed = fileNames.test(name) && (/\d\.\d/.test(name) || text.length > minLetters)
  const isPhp = phpNames.test(name) && text.length > minLetters
  const isWrapped = isOfBrowser && (isUmd(text.slice(0, 2500)) || isUmd(text.slice(-1500)))
  if (bundle.test(name)) return { kind: 'built', name: 'a bundler' }
  return isMade || isNamed || isPhp || isWrapped || (isOfBrowser && size > tooLarge)
    ? { kind: 'library', name: libraryName(path) }
    : undefined
}

/** The names that bundlers give to what they make of a program: `main.3f2a91bc.chunk.js`. */
const bundle =
  /^(?:(?:main|app|index|runtime|vendors?|polyfills|common|bundle|\d{1,4})(?:[.-][\w~-]{1,40})*[.-](?:[0-9a-f]{8,20}|chunk|bundle)(?:\.min)?|bundle)\.(?:js|css|mjs)$/i

/** True for the wrapper of a script that is published for every kind of loader. */
const isUmd = (text: string) =>
  /typeof define\s*={2,3}\s*["']function["']|\bdefine\.amd\b|@preserve\b|@licen[cs]e\b/.test(text)

/** A library's name from a file or folder: `assets/js/select2-4.0.3.min.js` is select2. */
export function libraryName(path: string): string {
  const name = nameOf(path)
    .replace(/\.(?:js|css|mjs|cjs|map|php|scss|less|ts)\b/gi, '')
    .replace(
      /[.-](?:min|bundle|slim|pack(?:ed)?|esm|umd|common|prod(?:uction)?|dev(?:elopment)?|core|all|full|rtl)\b/gi,
      '',
    )
    .replace(/[.-]v?\d+(?:\.\d+)*.*$/i, '')
    .replace(/^jquery[.-](?=\w{3})/i, '')
    .replace(/^_/, '')
  return /^bootstrap-(?:grid|reboot|utilities|theme|responsive)$/i.test(name)
    ? 'bootstrap'
    : name || nameOf(path)
}

/**
 * The style sheets of libraries whose script was recognised, and the readable copies of minified files: by the same
 * name.
 */
export function* companions(
  files: readonly UploadedFile[],
  found: ReadonlyMap<string, Foreign>,
): Generator<[path: string, one: Foreign]> {
  const names = new Set<string>()
  for (const [path, { kind }] of found)
    if (kind === 'library' && /\.(?:js|css)$/i.test(path)) names.add(libraryName(path).toLowerCase())
  for (const { path } of files) {
    if (found.has(path) || !/\.(?:js|css)$/i.test(path)) continue
    const name = libraryName(path)
    const isCopy = found.has(path.replace(/\.(?=js$|css$)/i, '.min.'))
    if (
      isCopy ||
      (path.endsWith('.css') && name.length > 4 && !commonStyle.test(name) && names.has(name.toLowerCase()))
    )
      yield [path, { kind: 'library', name, place: path }]
  }
}

/** Names of style sheets that projects give their own. */
const commonStyle =
  /^(?:styles?|main|custom|admin|login|index|common|global|theme|dashboard|calendar|profile|register|layout|print|responsive)$/i

/** Folders of this name hold code of others, when what lies in them is like that. */
const gatherings =
  /^(?:plugins?|vendors?|libs?|libraries|third[-_]?party|bower|ext(?:ernal)?|addons|components)$/i
/** A folder with one of these files was copied as a whole. */
const packaged =
  /^(?:bower\.json|\.bower\.json|component\.json|composer\.json|package\.json|library\.properties|licen[cs]e(?:[.-].*)?|copying|changelog(?:\..*)?|gruntfile\.js|gulpfile\.js)$/i

/**
 * The folders that hold a library: below a folder for libraries or static files, they have its name, a package file or
 * mostly code that was recognised.
 */
export function libraryFolders(
  files: readonly UploadedFile[],
  found: ReadonlyMap<string, Foreign>,
): Foreign[] {
  const folders = new Map<string, Content>()
  for (const { path, text } of files) {
    const counts = isCounted(path) && text !== undefined
    const isForeign = found.get(path)?.kind === 'library'
    for (
      let at = path.lastIndexOf('/'), own = true;
      at > 0;
      at = path.lastIndexOf('/', at - 1), own = false
    ) {
      const place = path.slice(0, at)
      const content =
        folders.get(place) ?? folders.set(place, { code: 0, foreign: 0, isPackaged: false }).get(place)!
      if (counts) content.code++
      if (counts && isForeign) content.foreign++
      if (own && packaged.test(nameOf(path))) content.isPackaged = true
    }
  }
  return [...folders].flatMap(([place, content]): Foreign[] =>
    isLibrary(place, content) ? [{ kind: 'library', name: libraryName(place), place }] : [],
  )
}

/** The folders of sources, such as `scss`, from which a recognised style sheet of the project was compiled. */
export function sourceFolders(
  files: readonly UploadedFile[],
  found: ReadonlyMap<string, Foreign>,
): Foreign[] {
  const styles = new Map<string, string>()
  for (const [path, { kind, name }] of found)
    if (kind === 'library' && path.endsWith('.css'))
      styles.set(nameOf(path).replace(/(?:\.min)?\.css$/, ''), name)
  return files.flatMap(({ path }): Foreign[] => {
    const [, place, file] =
      /^(.*\/(?:scss|sass|less)|scss|sass|less)\/([\w.-]+)\.(?:scss|sass|less)$/.exec(path) ?? []
    const name = file === undefined ? undefined : styles.get(file)
    return name !== undefined && !found.has(path) ? [{ kind: 'library', name, place: place! }] : []
  })
}

interface Content {
  code: number
  foreign: number
  isPackaged: boolean
}

function isLibrary(place: string, { code, foreign, isPackaged }: Content): boolean {
  const parts = place.split('/')
  const name = parts.at(-1)!
  const isKept = parts.slice(0, -1).some((part) => gatherings.test(part) || staticFolder.test(part))
  if (parts.length < 2 && !gatherings.test(name) && !folderNames.test(name)) return false
  if (folderNames.test(name) && (foreign > 0 || isPackaged)) return true
  if (isKept && isPackaged && foreign > 0) return true
  if (gatherings.test(parts.at(-2) ?? '') && foreign > 0 && foreign >= code / 3) return true
  return (gatherings.test(name) || isKept) && code >= 3 && foreign >= 0.7 * code && !staticFolder.test(name)
}

const staticFolder =
  /^(?:assets?|static|public|js|css|scripts?|styles?|dist|resources|wwwroot|content|src|app|admin|html|web|webcontent|webapp)$/i

const isCounted = (path: string) => isCode(path) && !/^(?:map|html?|sh|bat)$/.test(endingOf(path))

/** Names of folders in which libraries are copied as a whole. */
const folderNames =
  /^(?:jquery[\w.-]*|bootstrap[\w.-]*|font-?awesome[\w.-]*|fullcalendar[\w.-]*|data-?tables[\w.-]*|select2[\w.-]*|chart\.?js[\w.-]*|ckeditor\d?[\w.-]*|tiny_?mce[\w.-]*|summernote[\w.-]*|owl-?carousel[\w.-]*|fancybox[\w.-]*|lightbox2?[\w.-]*|lightgallery[\w.-]*|magnific-?popup|flexslider|moment(?:js)?|date(?:range|time)?-?picker|bootstrap-[\w.-]+|icheck|morris(?:\.?js)?|raphael|flot|jvectormap|input-?mask|toastr|sweetalert2?|dropzone|codemirror|metismenu|perfect-scrollbar|(?:jquery-)?slimscroll|fastclick|nprogress|e?highcharts|amcharts|popper(?:\.?js)?|ionicons[\w.-]*|themify-icons|line-?awesome|simple-line-icons|boxicons|remixicon|glyphicons|php-?mailer[\w.-]*|fpdf[\w.-]*|tcpdf[\w.-]*|mpdf[\w.-]*|dompdf[\w.-]*|phpexcel[\w.-]*|phpspreadsheet|php-?qrcode[\w.-]*|nusoap|smarty[\w.-]*|adodb\d?|htmlpurifier[\w.-]*|simple_?html_?dom|stripe-php[\w.-]*|razorpay-php[\w.-]*|twilio-php[\w.-]*|google-api-php-client[\w.-]*|jscolor|prettyphoto|uploadify|plupload|jcrop|cropper(?:js)?|html5shiv|modernizr|semantic-?ui|materialize[\w.-]*|mdb[\w.-]*|face-?api(?:\.?js)?)$/i
