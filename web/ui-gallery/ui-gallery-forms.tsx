import { useState } from 'react'

import { Button } from '../ui/button.tsx'
import { notify } from '../ui/feedback/notify.ts'
import { Checkbox } from '../ui/form/checkbox.tsx'
import { CodeInput } from '../ui/form/code-input.tsx'
import { Field } from '../ui/form/field.tsx'
import { FileDrop } from '../ui/form/file-drop.tsx'
import { RadioGroup } from '../ui/form/radio-group.tsx'
import { Select } from '../ui/form/select.tsx'
import { Switch } from '../ui/form/switch.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { TextInput } from '../ui/form/text-input.tsx'
import { Section } from '../ui/layout/page.tsx'
import { SectionHeading } from '../ui/layout/section-heading.tsx'
import { Sheet } from '../ui/layout/sheet.tsx'
import { BottomDrawer } from '../ui/overlay/bottom-drawer.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Disclosure } from '../ui/overlay/disclosure.tsx'

/** The form pieces in all their states. */
export function GalleryForms() {
  const [dialog, setDialog] = useState<'none' | 'ask' | 'form'>('none')
  return (
    <Section labelledBy="forms" className="pt-0!">
      <SectionHeading id="forms" title="Forms" />
      <div className="grid items-start gap-8 lg:grid-cols-3">
        <div className="flex flex-col gap-5">
          <Field label="Full name" required>
            <TextInput name="name" defaultValue="Asha Rao" autoComplete="name" />
          </Field>
          <Field label="Email" required error="Please enter a valid email address">
            <TextInput name="email" type="email" defaultValue="asha@" />
          </Field>
          <Field label="Price" hint="0 makes the project free.">
            <TextInput name="price" unit="₹" inputMode="decimal" defaultValue="1499" />
          </Field>
          <Field label="Year">
            <Select name="year" placeholder="Not given" options={['1st Year', '2nd Year', 'Final Year']} />
          </Field>
          <Field label="Message" required>
            <TextArea name="message" placeholder="What would you like to know?" />
          </Field>
        </div>
        <div className="flex flex-col gap-5">
          <Field label="Code from the email" hint="6 digits, sent to asha@example.in">
            <CodeInput name="otp" />
          </Field>
          <Field label="Code from the email" error="Please enter a valid 6-digit OTP">
            <CodeInput name="otp2" />
          </Field>
          <div>
            <Checkbox label="Active" hint="Students can find and buy it." defaultChecked />
            <Checkbox label="Featured" />
            <Switch label="Email Notifications" hint="Orders, reviews, and verification." defaultChecked />
            <Switch label="Public Profile" />
          </div>
          <FileDrop
            label="Drop a ZIP file here"
            button="Choose a ZIP file"
            hint="at most 50 files"
            accept=".zip"
            onPick={(files) => notify(`${files.length} files`)}
          />
        </div>
        <div className="flex flex-col gap-5">
          <Button tone="quiet" popoverTarget="gallery-filters" className="lg:hidden">
            Filters
          </Button>
          <BottomDrawer
            id="gallery-filters"
            title="Filters"
            footer={
              <Button wide popoverTarget="gallery-filters">
                Show 128 projects
              </Button>
            }
          >
            <RadioGroup
              legend="Category"
              name="category"
              defaultValue="Web Development"
              options={[
                { value: '', label: 'All categories', detail: 128 },
                { value: 'Web Development', label: 'Web Development', detail: 64 },
                { value: 'AI/ML', label: 'AI/ML', detail: 31 },
              ]}
            />
          </BottomDrawer>
          <div className="border-rule border-t">
            <Disclosure title="Can I get my money back?" group="faq" open>
              Ask for a refund within 7 days on the order; staff decide within five working days.
            </Disclosure>
            <Disclosure title="How quickly do you reply?" group="faq">
              Within 24 hours.
            </Disclosure>
          </div>
          <Sheet padded className="flex flex-wrap gap-2">
            <Button tone="quiet" size="small" onClick={() => setDialog('ask')}>
              Ask
            </Button>
            <Button tone="quiet" size="small" onClick={() => setDialog('form')}>
              Window
            </Button>
            <Button
              tone="quiet"
              size="small"
              onClick={() =>
                notify('Added Hostel mess manager to cart!', {
                  tone: 'done',
                  link: { label: 'View cart', to: '/cart' },
                })
              }
            >
              Notice
            </Button>
            <Button
              tone="quiet"
              size="small"
              onClick={() => notify('Failed to delete project', { tone: 'failed' })}
            >
              Failure
            </Button>
          </Sheet>
        </div>
      </div>
      <ConfirmDialog
        open={dialog === 'ask'}
        onClose={() => setDialog('none')}
        onConfirm={() => setDialog('none')}
        question="Are you sure you want to delete this project?"
        confirm="Delete"
        danger
      >
        Buyers keep what they bought.
      </ConfirmDialog>
      <Dialog
        open={dialog === 'form'}
        onClose={() => setDialog('none')}
        title="Add New Project"
        size="large"
        footer={<Button>Continue</Button>}
      >
        <Field label="Title" required>
          <TextInput name="title" data-autofocus="" />
        </Field>
      </Dialog>
    </Section>
  )
}
