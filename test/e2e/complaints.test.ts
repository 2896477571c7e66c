import { expectSoundIfLong } from './accessibility-findings.ts'
import { hydrated } from './hydrated.ts'
import { expect, test } from './journey.ts'
import { aListedProject } from './listings.ts'
import { mailTo } from './mails.ts'
import { signInAsStaff, signUp, newcomer } from './people.ts'

test('a member reports a project, its owner answers, staff recall the release and decide; everybody reads why', async ({
  page: owner,
  elsewhere,
}) => {
  const [ownerPerson, person] = [newcomer('Divya Nair'), newcomer('Farhan Nair')]
  const { headers } = await signUp(owner, ownerPerson)
  const title = `Library that sends data ${Date.now()}`
  const id = await aListedProject(owner, headers, { title })
  const member = await elsewhere()
  const buyer = await signUp(member, person, { open: `/projects/${id}` })
  const data = { items: [{ projectId: id, kind: 'source' }], state: 'Kerala', idempotencyKey: `${id}-farhan` }
  await member.request.post('/api/orders/checkout', { headers: buyer.headers, data })

  await member.getByRole('link', { name: 'Report this project' }).click()
  await member.getByRole('button', { name: 'Send Report' }).click()
  await expect(member.getByText('Choose what is wrong with it')).toBeVisible()
  await member.getByLabel('It is harmful').check()
  await member.getByLabel('What did you find?').fill('src/index.js sends the passwords to a stranger.')
  await member.getByRole('button', { name: 'Send Report' }).dblclick()
  const notice = member.getByText(/We have your complaint RP-\d{6}/)
  await expect(notice).toBeVisible()
  const number = (await notice.textContent())!.match(/RP-\d{6}/)![0]
  await expect.poll(() => mailTo(person.email)).toContain(`We have your complaint ${number}`)

  await owner.goto(`/owner/projects/${id}#complaints`)
  const complaints = owner.getByRole('region', { name: 'Complaints' })
  await expect(complaints).toContainText(number)
  await expect(complaints).not.toContainText('Farhan')
  await complaints.getByLabel('Your answer').fill('It is the address of my own test server.')
  await complaints.getByRole('button', { name: 'Send Answer' }).click()
  await expect(complaints.getByText('It is the address of my own test server.')).toBeVisible()
  await expect(complaints.getByRole('button', { name: 'Send Answer' })).toBeHidden()

  const staff = await elsewhere()
  await signInAsStaff(staff, '/admin/dashboard')
  await staff.getByRole('link', { name: /to decide.*the next by/ }).click()
  // The dashboard names the project too.
  await expect(staff).toHaveURL('/admin/complaints')
  await expectSoundIfLong(staff)
  await staff.getByRole('link', { name: title }).click()
  await expect(staff.getByText('It is the address of my own test server.')).toBeVisible()
  await expectSoundIfLong(staff)
  await staff.getByRole('link', { name: 'Recall a Release' }).click()
  await staff.getByLabel('Why').fill('It sends passwords to a stranger')
  await staff.getByLabel('What buyers should do').fill('Delete it and change your passwords.')
  await expectSoundIfLong(staff)
  await staff.getByRole('button', { name: 'Recall Release' }).click()
  const question = staff.getByRole('dialog', { name: 'Recall release 1 for good?' })
  await expect(question).toContainText('1 buyer gets an email')
  await question.getByRole('button', { name: 'Recall Release' }).click()
  await expect(staff.getByText('Every approved release is recalled')).toBeVisible()
  await staff.goBack()
  await staff.getByLabel('Release recalled').check()
  await staff.getByLabel('Reasons').fill('The address belongs to nobody we know.')
  await staff.getByRole('button', { name: 'Decide' }).click()
  await expect(staff.getByText(/^Decided by /)).toBeVisible()
  await expect(staff.getByRole('button', { name: 'Decide' })).toBeHidden()

  await expect.poll(() => mailTo(person.email, 'Recall: release 1')).toContain('Delete it and change')
  await expect.poll(() => mailTo(person.email, `Decided: complaint ${number}`)).toContain('nobody we know')
  const { orders } = (await (await member.request.get('/api/orders', { headers: buyer.headers })).json()) as {
    orders: { _id: string }[]
  }
  await member.goto(`/orders/${orders[0]!._id}`)
  await hydrated(member)
  await expect(member.getByText('Release 1 was recalled')).toBeVisible()
  await expect(member.getByText('Delete it and change your passwords.')).toBeVisible()
  await expect(member.getByText('You can download the next one here')).toBeVisible()
  const visitor = await elsewhere()
  const gone = await visitor.goto(`/projects/${id}`)
  expect(gone!.status(), 'gone, as its downloads are: search engines drop it').toBe(410)
  await expect(visitor.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Project Not Found')
  await expect(visitor.getByText(`“${title}” has left the shop: our staff recalled it.`)).toBeVisible()
  await expect(visitor.getByRole('heading', { name: 'Similar projects' })).toBeVisible()
  await expect(visitor.getByText('Reason: It sends passwords to a stranger')).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'My Orders' })).toBeVisible()
  for (const name of ['Purchase Now', 'Get It Free', 'Add to Cart'])
    await expect(visitor.getByRole('button', { name, exact: true })).toBeHidden()
  await expectSoundIfLong(visitor)
  await owner.reload()
  await expect(complaints).toContainText('The address belongs to nobody we know.')
  await expect(complaints).toContainText('Release recalled')
})
