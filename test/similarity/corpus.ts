import { randomBy } from '../seed.ts'

/** A generated project, in a language and framework that many others share. */
export interface GeneratedProject {
  language: 'js' | 'py' | 'php' | 'java'
  files: { path: string; text: string }[]
  /** The index of the project that it is a copy of. */
  copyOf?: number
}

/**
 * Generates projects with planted copies, the same for the same seed: with code of their own, the framework's files
 * word for word, and common handlers. A copy has other names, other comments, its functions in another order, and
 * merged files; every third copy adds as much code of its own to a part of the original.
 */
export function generateProjects({ projects = 300, copies = 30, seed = 1 } = {}): GeneratedProject[] {
  const number = randomBy(seed)
  const random: Random = (below) => Math.floor(number() * below)
  const drafts = Array.from({ length: projects - copies }, () => draftOf(random))
  const originals = drafts.map((draft) => rendered(draft, random))
  const planted = Array.from({ length: copies }, (_, index) => {
    const copyOf = Math.floor((index * drafts.length) / copies)
    return { ...rendered(copied(drafts[copyOf]!, random, index), random), copyOf }
  })
  return [...originals, ...planted]
}

type Random = (below: number) => number

interface Draft {
  language: GeneratedProject['language']
  entities: string[]
  /** Functions by file, with numbers in place of names. */
  files: string[][]
  names: number
}

const languages = ['js', 'py', 'php', 'java'] as const
const nouns =
  'patient invoice room ticket course mentor parcel recipe vehicle meter shelf ballot dish grant lease exam'.split(
    ' ',
  )
const verbs = 'load count pick merge draw sum split place find grade mark plan check sort move rank'.split(
  ' ',
)

function draftOf(random: Random): Draft {
  const language = languages[random(languages.length)]!
  const entities = Array.from({ length: 2 + random(3) }, () => nouns[random(nouns.length)]!)
  const files = Array.from({ length: 4 + random(6) }, () =>
    Array.from({ length: 3 + random(5) }, () => functionOf(language, random)),
  )
  return { language, entities, files, names: random(1e6) }
}

function copied(draft: Draft, random: Random, index: number): Draft {
  const shuffled = draft.files.map((functions) => shuffle(functions, random))
  const merged = shuffled.flatMap((functions, at) =>
    at % 2 === 0 ? [[...functions, ...(shuffled[at + 1] ?? [])]] : [],
  )
  if (index % 3 !== 0)
    return { ...draft, entities: shuffle(nouns, random).slice(0, 3), files: merged, names: random(1e6) }
  const own = draftOf(() => random(7) % 4)
  const others = draft.files.length
  const fresh = Array.from({ length: Math.ceil(others / 2) }, () =>
    Array.from({ length: 4 }, () => functionOf(draft.language, random)),
  )
  return { ...draft, entities: own.entities, files: [...merged, ...fresh], names: random(1e6) }
}

function shuffle<T>(items: T[], random: Random): T[] {
  return items
    .map((item) => ({ item, place: random(1e9) }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item)
}

function functionOf(language: GeneratedProject['language'], random: Random): string {
  const parameters = Array.from({ length: 1 + random(3) }, () => `§${random(30)}`)
  const body = Array.from({ length: 4 + random(8) }, () => statement(language, random, 1)).join('\n')
  const [name, list] = [`§f${random(500)}`, parameters.join(', ')]
  const last = `${pad(1)}return ${expression(random, 2)}${language === 'py' ? '' : ';'}`
  if (language === 'py') return `def ${name}(${list}):\n${body}\n${last}\n`
  if (language === 'java')
    return `public static Object ${name}(${parameters.map((one) => `Object ${one}`).join(', ')}) {\n${body}\n${last}\n}\n`
  return `function ${name}(${list}) {\n${body}\n${last}\n}\n`
}

const pad = (depth: number) => '    '.repeat(depth)

function statement(language: GeneratedProject['language'], random: Random, depth: number): string {
  const [isPython, at] = [language === 'py', pad(depth)]
  const close = isPython ? '' : `\n${at}}`
  const open = (head: string, condition: string) =>
    isPython ? `${at}${head} ${condition}:` : `${at}${head} (${condition}) {`
  const inner = () =>
    Array.from({ length: 1 + random(3) }, () => statement(language, random, depth + 1)).join('\n')
  const end = isPython ? '' : ';'
  const kind = random(depth > 3 ? 5 : 9)
  if (kind < 2) return `${at}§${random(30)} = ${expression(random, 3)}${end}`
  if (kind === 2) return `${at}§${random(30)}.§m${random(20)}(${expression(random, 2)})${end}`
  if (kind === 3) return `${at}§${random(30)} += ${expression(random, 2)}${end}`
  if (kind === 4) return `${at}§f${random(60)}(${expression(random, 1)}, ${expression(random, 1)})${end}`
  if (kind === 5)
    return `${open('while', `${expression(random, 1)} < ${expression(random, 1)}`)}\n${inner()}${close}`
  if (kind === 6) {
    const otherwise = isPython ? `${at}else:` : `${at}else {`
    return `${open('if', expression(random, 2))}\n${inner()}${close}\n${otherwise}\n${inner()}${close}`
  }
  if (kind === 7)
    return `${open('if', `${expression(random, 1)} == ${expression(random, 1)}`)}\n${inner()}${close}`
  return isPython
    ? `${at}for §${random(30)} in ${expression(random, 1)}:\n${inner()}`
    : `${at}for (§${random(30)} = 0; §${random(30)} < ${expression(random, 1)}; §${random(30)}++) {\n${inner()}${close}`
}

function expression(random: Random, depth: number): string {
  const kind = random(depth === 0 ? 4 : 10)
  if (kind < 2) return `§${random(30)}`
  if (kind === 2) return String(random(1000))
  if (kind === 3) return `"${nouns[random(nouns.length)]}"`
  const next = () => expression(random, depth - 1)
  if (kind === 4) return `§f${random(60)}(${next()})`
  if (kind === 5) return `(${next()} + ${next()})`
  if (kind === 6) return `${next()} * ${next()}`
  if (kind === 7) return `§${random(30)}[${next()}]`
  if (kind === 8) return `[${next()}, ${next()}]`
  return `§${random(30)}.§m${random(20)}`
}

function rendered({ language, entities, files, names }: Draft, random: Random): GeneratedProject {
  const sigil = language === 'php' ? '$' : ''
  const named = (text: string) =>
    text.replaceAll(/§([fm]?)(\d+)/g, (_, kind: string, number: string) => {
      const mixed =
        Math.imul(Number(number) + names * 31 + (kind === 'f' ? 7 : kind === 'm' ? 13 : 0), 2654435761) >>> 0
      const name = `${verbs[mixed % verbs.length]}_${nouns[(mixed >>> 8) % nouns.length]}${(mixed >>> 16) % 97}`
      return kind ? name : sigil + name
    })
  const mark = language === 'py' ? '#' : '//'
  const commented = (text: string) =>
    random(2) === 0
      ? `${mark} ${verbs[random(verbs.length)]} the ${nouns[random(nouns.length)]} of ${names}\n${text}`
      : text
  const own = files.map((functions, index) => ({
    path: `src/${verbs[(names + index) % verbs.length]}${index}.${language}`,
    text: (language === 'php' ? '<?php\n' : '') + functions.map((one) => commented(named(one))).join('\n'),
  }))
  return { language, files: [...frameworks[language](entities), ...own] }
}

/** The files that a framework's generator writes, and handlers as in its tutorial. */
const frameworks: Record<GeneratedProject['language'], (entities: string[]) => GeneratedProject['files']> = {
  js: (entities) => [
    {
      path: 'server.js',
      text: `const express = require('express');\nconst mongoose = require('mongoose');\nconst cors = require('cors');\nrequire('dotenv').config();\nconst app = express();\napp.use(cors());\napp.use(express.json());\nmongoose.connect(process.env.MONGO_URI, { useNewUrlParser: true, useUnifiedTopology: true })\n  .then(() => console.log('MongoDB connected'))\n  .catch((err) => { console.error(err); process.exit(1); });\nconst PORT = process.env.PORT || 5000;\napp.listen(PORT, () => console.log(\`Server on \${PORT}\`));\n`,
    },
    ...entities.map((name) => ({
      path: `routes/${name}.js`,
      text: `const router = require('express').Router();\nconst ${name} = require('../models/${name}');\nrouter.get('/', async (req, res) => {\n  try {\n    const found = await ${name}.find();\n    res.json(found);\n  } catch (err) {\n    res.status(500).json({ message: err.message });\n  }\n});\nrouter.post('/', async (req, res) => {\n  const made = new ${name}(req.body);\n  try {\n    const saved = await made.save();\n    res.status(201).json(saved);\n  } catch (err) {\n    res.status(400).json({ message: err.message });\n  }\n});\nrouter.delete('/:id', async (req, res) => {\n  try {\n    await ${name}.findByIdAndDelete(req.params.id);\n    res.json({ message: 'Deleted' });\n  } catch (err) {\n    res.status(500).json({ message: err.message });\n  }\n});\nmodule.exports = router;\n`,
    })),
  ],
  py: (entities) => [
    {
      path: 'manage.py',
      text: `#!/usr/bin/env python\nimport os\nimport sys\n\ndef main():\n    os.environ.setdefault('DJANGO_SETTINGS_MODULE', 'shop.settings')\n    try:\n        from django.core.management import execute_from_command_line\n    except ImportError as exc:\n        raise ImportError("Couldn't import Django.") from exc\n    execute_from_command_line(sys.argv)\n\nif __name__ == '__main__':\n    main()\n`,
    },
    ...entities.map((name) => ({
      path: `${name}/views.py`,
      text: `from django.shortcuts import render, redirect, get_object_or_404\nfrom .models import ${name}\nfrom .forms import ${name}Form\n\ndef ${name}_list(request):\n    items = ${name}.objects.all()\n    return render(request, '${name}/list.html', {'items': items})\n\ndef ${name}_create(request):\n    if request.method == 'POST':\n        form = ${name}Form(request.POST)\n        if form.is_valid():\n            form.save()\n            return redirect('${name}_list')\n    else:\n        form = ${name}Form()\n    return render(request, '${name}/form.html', {'form': form})\n\ndef ${name}_delete(request, pk):\n    item = get_object_or_404(${name}, pk=pk)\n    if request.method == 'POST':\n        item.delete()\n        return redirect('${name}_list')\n    return render(request, '${name}/delete.html', {'item': item})\n`,
    })),
  ],
  php: (entities) =>
    entities.map((name) => ({
      path: `${name}.php`,
      text: `<?php\nsession_start();\ninclude('config.php');\nif (!isset($_SESSION['admin'])) {\n    header('Location: login.php');\n    exit();\n}\nif (isset($_POST['submit'])) {\n    $name = mysqli_real_escape_string($con, $_POST['name']);\n    $email = mysqli_real_escape_string($con, $_POST['email']);\n    $query = mysqli_query($con, "insert into ${name}(name, email) values('$name', '$email')");\n    if ($query) {\n        echo "<script>alert('Added');</script>";\n    } else {\n        echo "<script>alert('Something went wrong');</script>";\n    }\n}\n$ret = mysqli_query($con, "select * from ${name}");\nwhile ($row = mysqli_fetch_array($ret)) {\n    echo $row['name'];\n}\n`,
    })),
  java: (entities) =>
    entities.map((name) => ({
      path: `src/main/java/com/shop/${name}Controller.java`,
      text: `package com.shop;\nimport org.springframework.web.bind.annotation.*;\nimport java.util.List;\n@RestController\n@RequestMapping("/api/${name}")\npublic class ${name}Controller {\n    private final ${name}Repository repository;\n    public ${name}Controller(${name}Repository repository) {\n        this.repository = repository;\n    }\n    @GetMapping\n    public List<${name}> all() {\n        return repository.findAll();\n    }\n    @GetMapping("/{id}")\n    public ${name} one(@PathVariable Long id) {\n        return repository.findById(id).orElseThrow(() -> new RuntimeException("Not found"));\n    }\n    @PostMapping\n    public ${name} create(@RequestBody ${name} item) {\n        return repository.save(item);\n    }\n    @DeleteMapping("/{id}")\n    public void delete(@PathVariable Long id) {\n        repository.deleteById(id);\n    }\n}\n`,
    })),
}
