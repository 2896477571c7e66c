import { expect, test } from 'vitest'

import { fingerprintsOf } from './fingerprints.ts'
import { codeOf } from './tokens.ts'

const basic = (names: [string, string, string]) =>
  Array.from(
    { length: 12 },
    (_, n) => `' remark ${names[0]}
Private Sub ${names[0]}${n}_Click(sender As Object, e As EventArgs) Handles ${names[0]}${n}.Click
    Dim ${names[1]} As Integer = ${n} * 4 + 1
    For ${names[2]} As Integer = 0 To ${names[1]} - 1
        If ${names[2]} Mod 2 = 0 AndAlso ${names[1]} > 3 Then MsgBox("${names[0]} ""no"" ${n}") Else ${names[1]} = ${names[1]} - ${names[2]}
    Next
End Sub
`,
  ).join('\n')

const python = (name: string) =>
  Array.from(
    { length: 14 },
    (_, n) =>
      `def ${name}${n}(rows, limit=${n}):\n    total = 0\n    for row in rows:\n        if row['x'] > limit and row['y'] != ${n}:\n            total += row['x'] * ${n}\n    return total / (len(rows) or 1)\n`,
  ).join('\n')

const notebook = (code: string) =>
  JSON.stringify(
    {
      cells: [
        { cell_type: 'markdown', source: ['# Title\n'] },
        {
          cell_type: 'code',
          outputs: [{ data: { 'image/png': 'iVBOR'.repeat(400) } }],
          source: ['!pip install x\n', ...code.split(/(?<=\n)/)],
        },
      ],
    },
    null,
    1,
  )

const shared = (one: { hashes: number[] }, other: { hashes: number[] }) => {
  const known = new Set(other.hashes)
  return one.hashes.filter((hash) => known.has(hash)).length / one.hashes.length
}
const printsOf = (path: string, text: string) => fingerprintsOf([{ path, text }])

test('Visual Basic is compared like other code: renamed, and in another case, it is the same', () => {
  const [one, copy] = [basic(['Save', 'total', 'i']), basic(['Store', 'summe', 'k']).replaceAll('Dim', 'DIM')]
  const found = printsOf('Bill.vb', one)
  expect(found.hashes.length).toBeGreaterThan(1)
  expect(shared(found, printsOf('Form2.vb', copy))).toBe(1)
  expect(codeOf('a.vb', "x = y ' no\nIf x Then z(x)")?.read).toBe(7)
})

test('the code of a notebook is compared, with another notebook and with a script, at the lines of its file', () => {
  const found = printsOf('Heart.ipynb', notebook(python('score')))
  expect(found.hashes.length).toBeGreaterThan(1)
  expect(shared(found, printsOf('Copy.ipynb', notebook(python('wertung'))))).toBe(1)
  expect(shared(found, printsOf('copy.py', python('mark')))).toBeGreaterThan(0.8)
  const lines = notebook(python('score')).split('\n')
  for (const line of found.firstLine) expect(lines[line - 1]).toMatch(/def|total|for|if|return/)
  expect(codeOf('broken.ipynb', '{"cells": [')?.tokens).toEqual([])
})

test('of a notebook its code counts as compared, and not its pictures; of one that is cut nobody knows what it is', () => {
  const text = notebook(python('score')).replace('iVBOR', 'iVBOR'.repeat(80_000))
  const file = { path: 'Heart.ipynb', text, size: text.length }
  const { codeBytes, comparedBytes } = fingerprintsOf([file])
  expect(codeBytes).toBeLessThan(5000)
  expect(comparedBytes).toBe(codeBytes)
  expect(fingerprintsOf([{ ...file, isCut: true }])).toMatchObject({
    codeBytes: text.length,
    comparedBytes: 0,
  })
})

test.each([
  ['style sheet', 'a.css', '.a { color: red; }\n@media print {\n  .b { left: 0; }\n}\n'],
  ['settings', 'a.toml', 'name = "shop"\nport = 80\n[tool.x]\nline = 100\n'],
  ['manifest', 'package.json', '{\n  "name": "shop",\n  "scripts": {\n    "start": "node ."\n  }\n}\n'],
  ['README', 'README.md', '# Shop\n\nif you like it, tell us\n\n    npm start\n'],
])('a %s is no code', (_, path, text) => {
  expect(codeOf(path, text.repeat(20))).toBeUndefined()
})

test.each([
  [
    'NetBeans',
    'Form.java',
    (code: string) => `class Form {\n//GEN-BEGIN:initComponents\n${code}//GEN-END:initComponents\n}`,
  ],
  [
    'Visual Studio',
    'Form1.cs',
    (code: string) => `class Form1 {\n#region Windows Form Designer generated code\n${code}#endregion\n}`,
  ],
  ['Visual Studio', 'Form1.Designer.cs', (code: string) => code],
  ['a library', 'js/plugin.js', (code: string) => `/*! Grid 2.1 | MIT License */\n${code}`],
])('what %s wrote into %s is not the owner’s', (_, path, around) => {
  const code = python('draw').replaceAll('def', 'void')
  const { isOwn } = fingerprintsOf([{ path, text: around(code) }])
  expect(isOwn.length).toBeGreaterThan(1)
  expect(isOwn).not.toContain(true)
})
