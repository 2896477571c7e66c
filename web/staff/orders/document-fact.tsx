import { DocumentButton } from '../../orders/document-button.tsx'
import type { Fact } from '../../ui/data/fact-rows.tsx'
import { requireStaff } from '../session.ts'

/** The row of an order's invoice or credit note, whose number saves it; none while there is no such document. */
export const documentFact = (
  orderId: string,
  kind: 'invoice' | 'credit note',
  number: string | null,
): Fact[] =>
  number === null
    ? []
    : [
        {
          term: kind,
          value: (
            <DocumentButton
              orderId={orderId}
              kind={kind}
              number={number}
              label={number}
              api={requireStaff}
              tone="link"
              className="-my-2 pointer-coarse:-my-3"
            />
          ),
        },
      ]
