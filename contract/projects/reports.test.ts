import { expect, test } from 'vitest'

import { oldWordText, readsLikeReport, reportByName, wordText } from './reports.ts'

const named = (names: string) =>
  names
    .trim()
    .split('\n')
    .map((name) => name.trim())

// Names of documents in projects of students, as they lie in public repositories.
test.each(
  named(`
    Project Report.docx
    Report.docx
    report.pdf
    docs/Project Report'.pdf
    Black Book.pdf
    BlackBook_final.docx
    BLACK-BOOK.DOC
    Synopsis.docx
    Final_Synopsis.pdf
    Project Synopsis (1).docx
    Parking Monitoring System Synopsis (1).pdf
    Project File.docx
    Documentation.docx
    GroupID1_Report.pdf
    DBMS Report final.pdf
    final_report_v2.pdf
    MiniProjectReport.docx
    projectreport.doc
    thesis.pdf
    MCA Dissertation 2024.pdf
    Student Management System Report.docx
    library_management_documentation.docx
    Major_Project_Documentation.pdf
    Internship Report - Ravi.docx
    Report (1).docx
    Main Project/Project Reports/Feasibility Study/Feasibility Study.docx
    Project report/F3.docx`),
)('%s is a report by its name', (path) => {
  expect(readsLikeReport(path)).toBe(true)
})

test.each(
  named(`
    cybershield/backend/security_report.pdf
    cybershield/backend/uploads/reports/AWP UNIT 1_20260718_193021.pdf
    sales_report.docx
    daily-sales-report-2024.pdf
    test-report.pdf
    Attendance Report.pdf
    student_marks_report.pdf
    storage/report.pdf
    back-end/Certificates/testFile.pdf
    samples/resources/Sample_23_TemplateBlock.docx
    templates/report.docx
    Project Report Format.docx
    project-report-template.docx
    tests/_files/OutputTest/border-rendering/basic.pdf
    Assignment 9 and 10.pdf
    ProjectPresentation.pdf
    User Manual.docx
    API Documentation.pdf
    Licence.pdf
    invoice.pdf
    Ravi Kumar Resume.pdf`),
)('%s is none by its name, whatever it says', (path) => {
  expect(readsLikeReport(path, 'A Project Report on')).toBe(false)
})

test.each(
  named(`
    Abstract.docx
    07550923.pdf
    property_stmt_combined_html_pm.pdf
    rent_receipts_listing (2).pdf
    Mini Project.docx
    amazon report.pdf
    btp_final.pdf
    THIRD EYE FOR BLIND 1.docx`),
)('%s is judged by its text', (path) => {
  expect(reportByName(path)).toBeUndefined()
  expect(readsLikeReport(path)).toBe(false)
  expect(readsLikeReport(path, 'A Project Report on')).toBe(true)
})

test('other files are no reports', () => {
  for (const path of ['report.php', 'Project Report.md', 'thesis.tex', 'synopsis.txt', 'report.docx.js'])
    expect(readsLikeReport(path, 'A Project Report on')).toBe(false)
})

test.each([
  'A PROJECT REPORT\nOn\nThe Quest for the Lost Artifact\nSubmitted by Yash',
  'Submitted in partial fulfilment of the requirements for the award of the degree',
  'work submitted in partial fulfillment\nof the requirements',
  'SCALABLE RECOMMENDATION\nU N D E R  T H E  G U I D A N C E  O F\nDr. S',
  'CERTIFICATE\nThis is to certify that the project entitled',
  'Certificate\nof the college\nDeclaration\nI hereby',
  'Airline\nACKNOWLEDGEMENT\nI thank',
  'Project [Stage-II]\non\nDigitization of Battery Management',
  'Chapter 1\nINTRODUCTION\n1.1 Overview',
  'Project Title: Monitoring\nGroup Members:\nName: Asha, Roll No: 7\nDepartment of CSE',
  '1 | P a g e\nDISSERTATION SUBMITTED',
])('%j is how a report begins', (opening) => {
  expect(readsLikeReport('a.docx', opening)).toBe(true)
})

test.each([
  '',
  'Certificate\nof completion\nAsha has completed the course.',
  'This is to certify that {{name}} has completed the project report on {{title}}',
  'CERTIFICATE\nDECLARATION\n${student}',
  'A TV Program Recommendation System\nDepartment of Computer, Communication University of China\nAbstract',
  'Hall Ticket\nDepartment of Commerce, College of Arts\nRoll No 17\nSemester 3',
  'Parking Monitoring System Scope : \nDescription: This implementation involves',
  'SALES REPORT\nfrom 1 May to 31 May\nTotal 4,000',
  'ENVCORE Dashboard\nReport: 2026-03-12',
])('%j is not', (opening) => {
  expect(readsLikeReport('a.pdf', opening)).toBe(false)
})

test('the text of Word documents is read, a line for each paragraph', () => {
  const xml =
    '<w:document><w:body><w:p><w:pPr><w:tabs><w:tab w:val="a"/></w:tabs></w:pPr><w:r><w:t>A Pro</w:t></w:r>' +
    '<w:r><w:t xml:space="preserve">ject </w:t><w:br/><w:t>Report</w:t></w:r></w:p>' +
    '<w:p><w:r><w:t>on</w:t></w:r></w:p><w:p><w:r><w:t>Hos'
  expect(wordText(xml)).toMatch(/^\s*A Project {2}Report\non\nHos$/)
  const bytes = new Uint8Array(Buffer.from('\xd0\xcf\x11\xe0\0A Project Report\ron', 'latin1'))
  expect(oldWordText(bytes)).toContain('A Project Report\non')
  expect(oldWordText(new Uint8Array(Buffer.from('Black Book\r', 'utf16le')))).toBe('Black Book\n')
})
