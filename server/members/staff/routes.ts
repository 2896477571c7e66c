import { staffMembers } from '#contract/staff/members.ts'

import type { Serve } from '../../http/serve.ts'
import type { Parts } from '../../parts.ts'
import { memberForStaff } from './detail.ts'
import { listMembers } from './list.ts'
import { changeAgent, deactivateMember, reactivateMember } from './service.ts'

export const staffMemberRoutes = (serve: Serve, parts: Parts) =>
  serve(staffMembers, {
    list: async ({ query }) => ({ success: true, ...(await listMembers(parts.db, query)) }),
    get: async ({ params }) => ({ success: true, member: await memberForStaff(parts.db, params.id) }),
    setAgent: async ({ params, body }, { caller }) => ({
      success: true,
      member: await changeAgent(parts.db, caller, params.id, body.isAgent),
    }),
    deactivate: async ({ params, body }, { caller }) => ({
      success: true,
      member: await deactivateMember(parts, caller, params.id, body.reason),
    }),
    reactivate: async ({ params }, { caller }) => ({
      success: true,
      member: await reactivateMember(parts, caller, params.id),
    }),
  })
