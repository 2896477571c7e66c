import { Label, SmallLabel, TornLabel } from '../ui/label.tsx'
import { Skeleton, SkeletonText } from '../ui/placeholders.tsx'
import { Sheet } from '../ui/sheet.tsx'

/** The shape of the cart and of the checkout: labels and their total, and beside them what comes next. */
export const TillLoading = () => (
  <div className="till">
    <div>
      <SmallLabel picture={<Skeleton className="h-full" />} stub={<Skeleton className="mr-2 h-8 w-24" />}>
        <SkeletonText lines={4} />
      </SmallLabel>
      <Label as="section" className="mt-3">
        <div className="flex items-center justify-between gap-4 px-4 pt-1 pb-4 sm:px-5">
          <Skeleton className="h-5 w-32" />
          <Skeleton className="h-14 w-36" />
        </div>
      </Label>
    </div>
    <Sheet className="till-steps flex flex-col gap-6 p-5">
      <SkeletonText lines={4} />
      <Skeleton className="h-13" />
    </Sheet>
  </div>
)

/** The shape of an order: title and picture, and beside them its label with the price torn off. */
export const OrderLoading = () => (
  <div className="grid items-start gap-x-10 gap-y-5 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr]">
    <div>
      <Skeleton className="h-4 w-40" />
      <Skeleton className="mt-3 h-9 w-4/5" />
    </div>
    <TornLabel
      as="section"
      className="lg:col-start-2 lg:row-span-2 lg:row-start-1"
      stamp={<Skeleton className="mb-6 h-16 w-52 -rotate-5" />}
    >
      <div className="flex flex-col gap-6 p-5">
        <Skeleton className="h-13" />
        <SkeletonText lines={6} />
      </div>
    </TornLabel>
    <Skeleton className="aspect-16/10 sm:max-lg:aspect-16/6" />
  </div>
)
