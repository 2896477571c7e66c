import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { RuleName } from '#contract/projects/findings.ts'
import type { ProjectFile } from '#server/projects/findings/files/sources.ts'

const folder = join(import.meta.dirname, 'students')

/**
 * Twelve projects by name, written as students write them and without knowledge of the rules. Each is one text file.
 */
export const students: Record<string, ProjectFile[]> = Object.fromEntries(
  readdirSync(folder).map((name) => [
    name.replace('.txt', ''),
    filesIn(readFileSync(join(folder, name), 'utf8')),
  ]),
)

/**
 * Splits a text file into the files of a project. `=== path` begins a file; `=== path binary 1234` stands for a binary
 * file of that many bytes.
 */
function filesIn(project: string): ProjectFile[] {
  return (
    project
      // This mark splits the beginnings of keys, so that searching this repository for keys finds none.
      .replaceAll('¤', '')
      .split(/^=== /m)
      .slice(1)
      .map((part) => {
        const end = part.indexOf('\n')
        const [, path, size] = /^(.+?)(?: (?:binary|utf16) (\d+))?$/.exec(part.slice(0, end))!
        const text = part.slice(end + 1)
        return size ? { path: path!, size: Number(size) } : { path: path!, size: text.length, text }
      })
  )
}

/** A planted fault: any of some rules finds it, in any of some files (in any file when none is named). */
export interface Planted {
  rules: RuleName[]
  files: string[]
  /** A text in the line of the fault, for files with several faults of a kind. */
  at?: string
}

const in_ = (files: string | string[], rules: RuleName | RuleName[], at?: string): Planted => ({
  files: [files].flat(),
  rules: [rules].flat(),
  ...(at !== undefined && { at }),
})

/** The faults of the projects that do not run as they are. Projects without an entry are sound. */
export const planted: Record<string, { faults: Planted[]; secrets: Planted[] }> = {
  'php-online-exam': {
    faults: [
      in_(['includes/config.php', 'DATABASE FILE/onlineexam.sql'], 'database-name'),
      in_('feedback.php', 'missing-table'),
      in_('admin/report.php', 'removed-php'),
      in_('admin/dashboard.php', 'missing-file'),
    ],
    secrets: [in_('forgot.php', 'mail-password'), in_('DATABASE FILE/onlineexam.sql', 'personal')],
  },
  'mern-food-ordering': {
    faults: [
      in_(['backend/package.json', 'README.md'], ['no-entry', 'readme-command', 'missing-file']),
      in_('backend/routes/userRoutes.js', 'missing-dependency', 'jsonwebtoken'),
      in_('frontend/src/App.js', 'missing-dependency', 'bootstrap/dist'),
      in_('frontend/src/components/Navbar.js', 'missing-file'),
    ],
    secrets: [
      in_('backend/index.js', ['database-password', 'service-key']),
      in_('backend/routes/userRoutes.js', 'secret-value'),
      in_('backend/routes/orderRoutes.js', 'service-key'),
      in_('backend/.env', ['env-file', 'service-key']),
    ],
  },
  'swing-library': {
    faults: [
      in_([], 'no-schema'),
      in_('src/library/Login.java', 'machine-path'),
      in_('nbproject/project.properties', ['machine-path', 'missing-file']),
      in_('src/library/Login.java', 'missing-file'),
    ],
    secrets: [in_('src/library/ConnectionProvider.java', 'database-password')],
  },
  'jupyter-heart': {
    faults: [
      in_('Heart_Disease_Prediction.ipynb', 'machine-path'),
      in_([], 'no-manifest'),
      in_('app.py', 'missing-file', 'joblib.load'),
      in_('app.py', 'missing-file', 'render_template'),
      in_('README.md', 'readme-command'),
    ],
    secrets: [
      in_('Heart_Disease_Prediction.ipynb', 'service-key'),
      in_('kaggle.json', ['service-key', 'secret-value']),
    ],
  },
  'winforms-hospital': {
    faults: [
      in_('HospitalManagement/LoginForm.cs', 'machine-path', 'AttachDbFilename'),
      in_('HospitalManagement/LoginForm.cs', 'machine-path', 'Image.FromFile'),
      in_('HospitalManagement/App.config', 'machine-path'),
      in_([], 'no-schema'),
      in_('HospitalManagement/HospitalManagement.csproj', 'missing-file', 'DoctorForm.cs'),
      in_(
        'HospitalManagement/HospitalManagement.csproj',
        ['missing-file', 'missing-dependency', 'no-manifest'],
        'Guna.UI2',
      ),
    ],
    secrets: [in_('HospitalManagement/App.config', 'database-password')],
  },
  'streamlit-resume': {
    faults: [
      in_(['app.py', 'requirements.txt'], 'missing-dependency'),
      in_('README.md', 'readme-command'),
      in_('app.py', 'machine-path'),
    ],
    secrets: [
      in_('app.py', 'service-key'),
      in_('.streamlit/secrets.toml', ['private-key', 'env-file']),
      in_('samples/resume_2.txt', ['aadhaar']),
      in_('samples/resume_2.txt', ['personal-data']),
    ],
  },
}
