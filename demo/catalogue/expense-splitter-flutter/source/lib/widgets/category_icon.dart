import 'package:flutter/material.dart';

import '../models/expense.dart';

/// The icon of a category. Kept out of the model, which knows nothing of Flutter.
IconData iconOf(ExpenseCategory category) => switch (category) {
      ExpenseCategory.rent => Icons.home_outlined,
      ExpenseCategory.groceries => Icons.shopping_basket_outlined,
      ExpenseCategory.electricity => Icons.bolt_outlined,
      ExpenseCategory.internet => Icons.wifi,
      ExpenseCategory.cook => Icons.soup_kitchen_outlined,
      ExpenseCategory.gas => Icons.local_fire_department_outlined,
      ExpenseCategory.food => Icons.restaurant_outlined,
      ExpenseCategory.other => Icons.receipt_long_outlined,
    };

class CategoryIcon extends StatelessWidget {
  const CategoryIcon(this.category, {super.key});

  final ExpenseCategory category;

  @override
  Widget build(BuildContext context) {
    final colours = Theme.of(context).colorScheme;
    return Container(
      width: 44,
      height: 44,
      decoration: BoxDecoration(
        color: colours.secondaryContainer,
        borderRadius: BorderRadius.circular(12),
      ),
      child: Icon(
        iconOf(category),
        color: colours.onSecondaryContainer,
        semanticLabel: category.label,
      ),
    );
  }
}
