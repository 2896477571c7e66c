import { useEffect } from 'react'
import { Link, useFetcher } from 'react-router'

import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorState, Loading, Skeleton } from '../ui/placeholders.tsx'
import { Sheet, SheetHead } from '../ui/sheet.tsx'
import { FollowButton } from './follow-button.tsx'
import type { clientLoader } from './following-route.ts'

/**
 * The members that the signed-in member follows, loaded when the list is first shown. An unfollowed member stays in
 * it until it is loaded again.
 */
export function FollowedList() {
  const { data, load, state } = useFetcher<typeof clientLoader>()
  useEffect(() => {
    void load(addressOf(1))
  }, [load])
  return (
    <Sheet as="section" aria-label="Following">
      <SheetHead title="Following">
        {data?.list && <span className="text-13 text-quiet tabular-nums">{data.list.total}</span>}
      </SheetHead>
      {!data ? (
        <Loading text="Loading whom you follow..." className="space-y-3 p-5">
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
        </Loading>
      ) : !data.list ? (
        <ErrorState as="h3" title={data.problem} onRetry={() => void load(addressOf(1))} />
      ) : data.list.members.length === 0 ? (
        <p className="text-quiet px-4 py-5 sm:px-5">
          You follow nobody yet. Press Follow on a project’s page to hear of its owner’s next one.
        </p>
      ) : (
        <>
          <ul className="divide-rule divide-y px-5">
            {data.list.members.map((member) => (
              <li key={member._id} className="flex items-center gap-3 py-3">
                <Avatar name={member.name} src={member.profilePicture} size="medium" />
                <Link
                  to={`/members/${member._id}`}
                  className="link-rule min-w-0 flex-1 py-2 font-semibold break-words"
                >
                  {member.name}
                </Link>
                <FollowButton member={member} size="small" />
              </li>
            ))}
          </ul>
          {data.list.total > data.list.members.length && (
            <div className="border-rule border-t px-5 py-3">
              <Button
                tone="quiet"
                size="small"
                pending={state !== 'idle'}
                onClick={() => void load(addressOf(data.list.pages + 1))}
              >
                Show More
              </Button>
            </div>
          )}
        </>
      )}
    </Sheet>
  )
}

const addressOf = (pages: number) => `/profile/following?pages=${pages}`
