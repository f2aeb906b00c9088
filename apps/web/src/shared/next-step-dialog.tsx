import { Button } from '@troupe/ui/button';
import { Dialog } from '@troupe/ui/dialog';

/** Stands where an action comes with the next step of the product: says so, and nothing is sent or spent. */
export default function NextStepDialog(props: { title: string; children: string; onClose: () => void }) {
  return (
    <Dialog
      open
      title={props.title}
      onClose={props.onClose}
      foot="Nothing is sent or spent"
      actions={
        <Button kind="main" onClick={props.onClose}>
          Close
        </Button>
      }
    >
      <p>{props.children}</p>
    </Dialog>
  );
}
