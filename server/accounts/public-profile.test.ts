import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { aMember, anEmail, codeMailedTo } from '../../test/makers.ts'
import { passesForShop } from './public-profile.ts'

const app = await startApp()
const notYours = 'This reads like the name of the shop or of its staff. Please enter your own name.'

test.each([
  ['name', 'Asha 98765 43210', 'contact detail'],
  ['name', 'asha@okaxis', 'contact detail'],
  ['college', 'codecheap . shop', 'contact detail'],
  ['name', 'Rеаdymade Support', 'name of the shop'],
])('the %s %j is refused at sign-up and in the profile: a %s', async (field, value, why) => {
  const message =
    why === 'contact detail' ? expect.stringContaining(`“${value}” reads like a link`) : notYours
  const email = anEmail()
  const { sessionToken } = await app.api.accounts.sendOtp({ body: { email } })
  const signUp = (userData: object) =>
    app.api.accounts.verifyOtp({
      body: {
        email,
        sessionToken,
        otp: codeMailedTo(app, email),
        userData: { name: 'Asha Rao', phone: '9876543210', ...userData },
      },
    })
  await expect(signUp({ [field]: value })).rejects.toMatchObject({
    status: 400,
    details: { fields: { [`userData/${field}`]: message } },
  })
  expect((await signUp({})).user, 'the same code works when it is corrected').toMatchObject({ email })

  const { api } = await aMember(app)
  await expect(api.accounts.updateProfile({ body: { [field]: value } })).rejects.toMatchObject({
    status: 400,
    details: { fields: { [field]: message } },
  })
})

test('who has such a name already can change the rest of the profile', async () => {
  const { api, id } = await aMember(app)
  await app.db.updateTable('members').set({ name: 'Support' }).where('id', '=', id).execute()
  const { user } = await api.accounts.updateProfile({ body: { name: 'Support', college: 'IIT Madras' } })
  expect(user).toMatchObject({ name: 'Support', college: 'IIT Madras' })
})

test('a profile is made public ten times a day, because every page is made anew when it is hidden, and hidden at any time', async () => {
  const { api } = await aMember(app)
  const show = (publicProfile: boolean) =>
    api.accounts.updateProfile({ body: { preferences: { publicProfile } } })
  for (let count = 0; count < 10; count++) {
    await show(true)
    await show(true)
    await show(false)
  }
  await expect(show(true)).rejects.toMatchObject({ status: 429 })
  await show(false)
  await api.accounts.updateProfile({ body: { name: 'Asha Iyer' } })
})

test('names that pass for the shop or its staff are known in disguise, and people have none of them', () => {
  const names = `Readymade|READY MADE|Ready-made Help Desk|Read\u200Bymade|R3adymade team|ｒｅａｄｙｍａｄｅ|Readymаde Refunds
    the readymade shop|readymadesupport|Admin_Readymade|Admin|Аdmin|Adm1n|admin123|A d m i n|Site Admin|Administrator
    Moderator|Staff|Support|Suppοrt|Support Team|Customer Care|Help Desk|Payments Team|Official support|Official ✅
    Verified by staff|Verified Seller|Koderbase Payments`
  const people = `Asha Rao|Adminath Jain|Md. Ali|A. P. J. Abdul Kalam|Minal Adke|Offie Cialdini|Stafford Khan
    Priya S.|சுந்தர்|आशा राव|Supporna Das|Mod Sharma|Careem Patel|Helpa Desku`
  const list = (lines: string) => lines.split(/\||\n\s*/)
  expect(list(names).filter((name) => !passesForShop(name, 'Koderbase'))).toEqual([])
  expect(list(people).filter((name) => passesForShop(name, 'Koderbase'))).toEqual([])
})
