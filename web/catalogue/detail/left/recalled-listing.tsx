import type { Recall } from '#contract/projects/recalls.ts'

import { RecallNotice } from '../../../projects/recall-notice.tsx'
import { type LeftListing, ListingLeft } from './listing-left.tsx'

/** The page of a listing that a recall took off the lists: why, and where its buyers read what to do. */
export const RecalledListing = ({ recall, ...left }: LeftListing & { recall: Recall }) => (
  <ListingLeft {...left}>
    {(isOwned) => (
      <>
        <p className="mt-4 wrap-anywhere">“{left.title}” has left the shop: our staff recalled it.</p>
        <RecallNotice recall={recall} className="mt-6" />
        <h2 className="text-18 mt-8">{isOwned ? 'You bought this project' : 'Did you buy it?'}</h2>
        <p className="mt-1.5">
          Do not run release {recall.release}. Your order says what to do now, and we have mailed it to you.
        </p>
        <h2 className="text-18 mt-6">Can it still be bought?</h2>
        <p className="mt-1.5">
          Not now. If its owner uploads a release without the problem and our staff approve it, it is sold
          here again.
        </p>
      </>
    )}
  </ListingLeft>
)
