import type { Deletion } from '#contract/accounts/personal-data.ts'
import { counted } from '#contract/kit/counted.ts'
import { inRupees } from '#contract/kit/rupees.ts'

/** What deleting the account erases, what stays, and why. */
export function DeletionMeans({
  deletion: { projects, orderedProjects, purchases, payouts },
}: {
  deletion: Deletion
}) {
  const bought =
    purchases === 0
      ? []
      : [`${counted(purchases, 'purchase')}: you can no longer download what you bought. Save it first.`]
  const listed =
    projects === 0
      ? []
      : [
          `${counted(projects, 'project')} of yours: taken off the list at once, with their pictures and texts.`,
        ]
  const sold =
    orderedProjects === 0
      ? []
      : [
          `Title and files of ${counted(orderedProjects, 'project')} that others ordered: they keep what they bought.`,
        ]
  const owed =
    payouts === 0
      ? []
      : [`Your payouts of ${inRupees(payouts)} and the account they go to, until they are paid.`]
  return (
    <>
      <p>There is no way back. You can sign up again with the same email at any time.</p>
      <Part
        title="This is erased"
        says={[
          'Name, email, phone, college, address, links and picture.',
          'Your devices, wishlist, who you follow, your download history and your messages to us.',
          ...listed,
          ...bought,
        ]}
      />
      <Part
        title="This stays"
        says={[
          'Orders, payments and the ledger, without your name: tax law asks for them.',
          'Invoices, receipts and credit notes, with your name and State as they were issued: a seller must keep them.',
          ...sold,
          ...owed,
          'Your reviews, as those of a former member.',
        ]}
      />
    </>
  )
}

function Part({ title, says }: { title: string; says: string[] }) {
  return (
    <div>
      <h3 className="font-sans font-semibold">{title}</h3>
      <ul className="mt-1 list-disc pl-5">
        {says.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}
